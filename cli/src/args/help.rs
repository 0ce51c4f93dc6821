//! Long help texts: one file per command in `cli/help`.

/// Includes the help text `cli/help/NAME.md`, unwrapped, for the end of a command's help.
macro_rules! help {
    ($name:literal) => {
        $crate::args::help::unwrapped(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/help/",
            $name,
            ".md"
        )))
    };
}

/// Removes the line breaks inside paragraphs, as clap wraps the text for the terminal. Keeps empty lines,
/// indented lines, and line breaks after a `\`.
pub fn unwrapped(text: &str) -> String {
    let mut out = String::new();
    let mut stays = true;
    for line in text.trim_end().lines() {
        let breaks = stays || line.is_empty() || line.starts_with(' ');
        if !out.is_empty() {
            out.push(if breaks { '\n' } else { ' ' });
        }
        stays = line.is_empty() || line.ends_with('\\');
        out.push_str(line.strip_suffix('\\').unwrap_or(line));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::unwrapped;

    #[test]
    fn paragraphs_are_unwrapped_and_examples_stay() {
        let text = "Examples:\n  ludex list\n  ludex list --json\n\nA long\ntext.\\\nA line.\n\nMore.\n";
        let unwrapped = unwrapped(text);
        assert_eq!(
            unwrapped,
            "Examples:\n  ludex list\n  ludex list --json\n\nA long text.\nA line.\n\nMore."
        );
    }
}
