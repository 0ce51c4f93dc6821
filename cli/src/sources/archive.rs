//! Packages as zip files: reading with size limits, and reproducible writing.

use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::terminal::output::clean;

/// Files by path, with forward slashes.
pub type Blobs = Vec<(String, Vec<u8>)>;

/// Maximum number of files in a package.
const MOST_FILES: usize = 2_000;
/// Maximum size of a file in bytes.
const MOST_BYTES: u64 = 16 << 20;
/// Maximum size of all files in bytes.
const MOST_IN_ALL: u64 = 64 << 20;

/// Extensions of files that belong in a package.
const KEPT: [&str; 7] = ["yaml", "md", "txt", "png", "jpg", "jpeg", "svg"];

/// Prefixes of further file names that belong in a package.
const LICENCES: [&str; 2] = ["LICENSE", "COPYING"];

/// Returns true if the path has the extension of a zip file.
pub fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip"))
}

/// Returns true if a file belongs in a package. Hidden files and other types do not.
pub fn is_kept(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let end = name.rsplit_once('.').map(|(_, end)| end.to_lowercase());
    let known = end.is_some_and(|end| KEPT.contains(&end.as_str()));
    (known || LICENCES.iter().any(|begin| name.starts_with(begin)))
        && !path.split('/').any(|part| part.starts_with('.'))
}

/// Reads the files of a zip file that belong in a package, without a common root folder.
///
/// # Errors
/// The problem, as the end of a sentence that begins with the file's name.
pub fn read(path: &Path) -> Result<Blobs, String> {
    let file = File::open(path).map_err(|error| format!("can't be read: {error}"))?;
    read_from(BufReader::new(file))
}

/// Reads the files of a zip file like [`read`].
///
/// # Errors
/// As for [`read`].
pub fn read_from(source: impl Read + Seek) -> Result<Blobs, String> {
    let mut zip = ZipArchive::new(source).map_err(|error| format!("is not a readable zip file: {error}"))?;
    if zip.len() > MOST_FILES {
        return Err(format!("holds more than {MOST_FILES} files"));
    }
    let (mut files, mut all) = (Blobs::new(), 0);
    for number in 0..zip.len() {
        let entry = zip.by_index(number).map_err(|error| format!("is damaged: {error}"))?;
        let name = entry.name().map(|name| clean(&name)).map_err(|error| format!("is damaged: {error}"))?;
        if entry.is_dir() {
            continue;
        }
        if entry.is_symlink() {
            return Err(format!("contains a link, {name}, and links are not followed"));
        }
        let inside = entry.enclosed_name().and_then(|path| Some(path.to_str()?.replace('\\', "/")));
        let inside = inside.filter(|path| clean(path) == *path);
        let Some(inside) = inside else {
            return Err(format!("holds a file whose path leads out of it: {name}"));
        };
        if !is_kept(&inside) {
            continue;
        }
        let mut bytes = Vec::new();
        entry
            .take(MOST_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("is damaged at {name}: {error}"))?;
        all += bytes.len() as u64;
        if bytes.len() as u64 > MOST_BYTES || all > MOST_IN_ALL {
            return Err(format!("is too large at {name}: at most {} MiB a file", MOST_BYTES >> 20));
        }
        files.push((inside, bytes));
    }
    files.sort();
    Ok(without_root(files))
}

/// Removes the root folder if all files are in it.
fn without_root(files: Blobs) -> Blobs {
    let root = files.first().and_then(|(path, _)| Some(format!("{}/", path.split_once('/')?.0)));
    let root = root.filter(|root| files.iter().all(|(path, _)| path.starts_with(root)));
    let Some(root) = root else { return files };
    files.into_iter().map(|(path, bytes)| (path[root.len()..].to_owned(), bytes)).collect()
}

/// Creates a zip file with these files in this order, without times and owners.
pub fn write(files: &Blobs) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().unix_permissions(0o644);
    for (path, bytes) in files {
        zip.start_file(path.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Returns the texts among files.
///
/// # Errors
/// The name of a file that is not UTF-8.
pub fn texts(files: &Blobs) -> Result<Vec<(String, String)>, String> {
    let yaml = files.iter().filter(|(path, _)| path.ends_with(".yaml"));
    yaml.map(|(path, bytes)| {
        let text = String::from_utf8(bytes.clone()).map_err(|_| format!("{path} is not UTF-8"))?;
        Ok((path.clone(), text))
    })
    .collect()
}

/// Reads the files of a folder that belong in a package.
///
/// # Errors
/// The file that can't or must not be read.
pub fn folder(root: &Path) -> Result<Blobs, String> {
    let mut files = Blobs::new();
    gather(root, "", &mut files)?;
    files.sort();
    Ok(files)
}

fn gather(folder: &Path, prefix: &str, files: &mut Blobs) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    for entry in folder.read_dir().map_err(|error| failed(folder, error))? {
        let entry = entry.map_err(|error| failed(folder, error))?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, inside) = (entry.path(), format!("{prefix}{name}"));
        let kind = entry.file_type().map_err(|error| failed(&path, error))?;
        if name.starts_with('.') || clean(&name) != name {
            continue;
        }
        if kind.is_dir() {
            gather(&path, &format!("{inside}/"), files)?;
        } else if kind.is_file() && is_kept(&inside) {
            if files.len() == MOST_FILES || entry.metadata().is_ok_and(|meta| meta.len() > MOST_BYTES) {
                return Err(format!("{} is too large, or one file too many", path.display()));
            }
            files.push((inside, std::fs::read(&path).map_err(|error| failed(&path, error))?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(files: &Blobs) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.zip");
        std::fs::write(&path, write(files).expect("a zip file")).expect("it is written");
        (folder, path)
    }

    fn file(path: &str) -> (String, Vec<u8>) {
        (path.to_owned(), path.as_bytes().to_vec())
    }

    #[test]
    fn what_is_written_is_read_back_without_its_outer_folder() {
        let (_held, path) =
            written(&vec![file("game/ruleset.yaml"), file("game/text/en.yaml"), file("game/run.sh")]);
        let read = read(&path).expect("it is read");
        let names: Vec<&str> = read.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(names, ["ruleset.yaml", "text/en.yaml"]);
        assert_eq!(read[0].1, b"game/ruleset.yaml");
    }

    #[test]
    fn the_same_files_are_the_same_bytes() {
        let files = vec![file("ruleset.yaml"), file("README.md")];
        assert_eq!(write(&files).expect("one"), write(&files).expect("another"));
    }

    #[test]
    fn a_path_that_leads_out_is_refused() {
        for path in ["../ruleset.yaml", "a/../../b.yaml", "/etc/x.yaml"] {
            let (_held, zip) = written(&vec![file(path)]);
            match read(&zip) {
                // an absolute path is read as one inside
                Ok(files) => {
                    assert!(files.iter().all(|(path, _)| !path.starts_with('/') && !path.contains("..")))
                }
                Err(error) => assert!(error.contains("leads out"), "{error}"),
            }
        }
    }

    #[test]
    fn what_is_no_zip_file_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.zip");
        std::fs::write(&path, "format: 1").expect("it is written");
        assert!(read(&path).expect_err("no zip").contains("is not a readable zip file"));
    }

    /// Little that becomes much: it is not all read.
    #[test]
    fn what_is_too_large_when_it_is_unpacked_is_refused() {
        let (_held, path) = written(&vec![("a.yaml".to_owned(), vec![b' '; (MOST_BYTES + 1) as usize])]);
        assert!(path.metadata().expect("a file").len() < MOST_BYTES / 100);
        assert!(read(&path).expect_err("too large").contains("too large"));
    }
}
