//! Every code has a complete page.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Severity;

#[test]
fn every_code_has_a_whole_page() {
    for &code in Code::ALL {
        let page = code.page();
        assert!(page.starts_with(&format!("# {code}: ")), "{code}");
        for part in ["\n## Problem\n", "\n## Why\n", "\n## Example\n", "\n## Fix\n"] {
            assert!(page.contains(part), "{code} lacks {part}");
        }
        assert!(page.matches("\n```").count() % 2 == 0 && page.contains("\n```yaml\n"), "{code}");
        assert!(page.lines().all(|line| line.len() <= 110), "{code}");
        assert!(page.ends_with('\n') && page.lines().count() <= 45, "{code}");
    }
}

#[test]
fn the_letter_of_a_code_is_its_severity() {
    for &code in Code::ALL {
        let error = code.as_str().starts_with('E');
        assert_eq!(error, code.severity() == Severity::Error, "{code}");
        assert_eq!(code.as_str().to_lowercase().parse::<Code>(), Ok(code));
    }
}
