//! Long help texts, one file for each command in `cli/help`.

/// The help after the options of a command: `cli/help/NAME.md`, unwrapped.
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

/// A text without the line breaks inside its paragraphs, since the terminal decides on its own. Empty lines, indented lines and
/// the break after a `\` at the end of a line stay.
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
