//! Kinds of errors of the YAML parser, recognised by its English messages.

use crate::codes::Code;

/// Kind of an error of the YAML parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Complaint {
    Alias,
    Anchor,
    Tag,
    Tab,
    QuoteToTheEnd,
    QuoteToDocument,
    AfterQuote,
    InQuotes,
    UnknownEscape,
    NoCharacter,
    EscapeDigits,
    CommentInText,
    Colon,
    NeitherKeyNorItem,
    NoColon,
    KeyExpected,
    NoKeyHere,
    ItemExpected,
    NoItemHere,
    NoSpaceAfterDash,
    NoSpaceAfterColon,
    MapNotClosed,
    ListNotClosed,
    NeverOpened,
    InBrackets,
    InBlock,
    AfterBar,
    Indentation,
    TextBegin,
    TextEnd,
    ValueBegin,
    ValueExpected,
    BelongsToNothing,
    AfterTheEnd,
    Directive,
    ByteOrderMark,
    Unprintable,
    FileEnds,
    TooDeep,
    /// A message without a row in `WORDS`.
    Other,
}

impl Complaint {
    /// Returns the kind of an error by the first row whose words occur in its message.
    pub(super) fn from_message(info: &str) -> Complaint {
        let row = WORDS.iter().find(|(part, _)| info.contains(part));
        row.map_or(Complaint::Other, |(_, complaint)| *complaint)
    }

    /// Returns the code, the message, and the help text, which may be empty.
    pub(super) fn finding(self) -> (Code, &'static str, &'static str) {
        let (message, help) = self.message();
        (self.code(), message, help)
    }

    fn code(self) -> Code {
        let of_its_own = [
            (Self::Alias, Code::YamlAlias),
            (Self::Anchor, Code::YamlAlias),
            (Self::Tag, Code::YamlAlias),
            (Self::Tab, Code::YamlTab),
            (Self::TooDeep, Code::YamlTooDeep),
        ];
        of_its_own
            .iter()
            .find(|(complaint, _)| *complaint == self)
            .map_or(Code::YamlSyntax, |(_, code)| *code)
    }

    fn message(self) -> (&'static str, &'static str) {
        match self {
            Self::Alias => ("an alias is not used in rulesets", QUOTE),
            Self::Anchor => ("an anchor is not used in rulesets", QUOTE),
            Self::Tag => ("a tag is not used in rulesets", QUOTE),
            Self::Tab => ("a tab is not allowed here", "use spaces"),
            Self::QuoteToTheEnd => ("a quoted text is not closed before the end of the file", CLOSE_QUOTE),
            Self::QuoteToDocument => ("a quoted text is not closed before this line", CLOSE_QUOTE),
            Self::AfterQuote => ("something follows the closing quote", ""),
            Self::InQuotes => {
                ("a quoted text is not closed, or its next line is not indented enough", CLOSE_QUOTE)
            }
            Self::UnknownEscape => ("an unknown escape after a backslash", "write `\\\\` for a backslash"),
            Self::NoCharacter => ("an escape that is not a character", ""),
            Self::EscapeDigits => ("an escape needs hexadecimal digits", ""),
            Self::CommentInText => ("a comment is not allowed inside a text of several lines", BLOCK),
            Self::Colon => ("a `:` can't stand here", COLON),
            Self::NeitherKeyNorItem => ("this line is neither a key with a colon nor a list item", INDENT),
            Self::NoColon => ("this line has no colon after its key", INDENT),
            Self::KeyExpected => ("a key with a colon was expected here", AFTER_LIST),
            Self::NoKeyHere => ("a key is not allowed here", INDENT),
            Self::ItemExpected => ("a list item beginning with `- ` was expected here", INDENT),
            Self::NoItemHere => ("a list item can't begin here", "put the `- ` on a line of its own"),
            Self::NoSpaceAfterDash => ("a space is missing after `-`", ""),
            Self::NoSpaceAfterColon => ("a space is missing after `:`", ""),
            Self::MapNotClosed => ("a `,` or the closing `}` was expected here", IN_BRACES),
            Self::ListNotClosed => ("a `,` or the closing `]` was expected here", CLOSE_BRACKET),
            Self::NeverOpened => ("a closing bracket without an opening one", PLAIN_QUOTE),
            Self::InBrackets => ("a line inside brackets is not indented enough", CLOSE_BRACKET),
            Self::InBlock => ("this line of a block text is indented less than the first", ""),
            Self::AfterBar => ("only a line break can follow `|` or `>`", PLAIN_QUOTE),
            Self::Indentation => ("this line's indentation fits no line above", INDENT),
            Self::TextBegin => ("a text can't begin like this", PLAIN_QUOTE),
            Self::TextEnd => ("this text breaks off", PLAIN_QUOTE),
            Self::ValueBegin => ("a value can't begin with this character", PLAIN_QUOTE),
            Self::ValueExpected => ("a value was expected here", PLAIN_QUOTE),
            Self::BelongsToNothing => ("this line belongs to nothing above", INDENT),
            Self::AfterTheEnd => ("something follows the end of the document", ""),
            Self::Directive => {
                ("YAML directives are not used in rulesets", "delete the line that begins with `%`")
            }
            Self::ByteOrderMark => ("a byte order mark inside the text", "delete this invisible character"),
            Self::Unprintable => ("an unprintable character in the text", "delete it"),
            Self::FileEnds => ("the file ends in the middle of something", CLOSE_BRACKET),
            Self::TooDeep => ("lists and maps are nested too deep here", ""),
            Self::Other => ("the YAML can't be read", ""),
        }
    }
}

/// Words of a message and the kind of error that they identify; the first match counts.
const WORDS: &[(&str, Complaint)] = &[
    ("recursion limit", Complaint::TooDeep),
    ("unknown anchor", Complaint::Alias),
    ("anchor", Complaint::Anchor),
    ("tag", Complaint::Tag),
    ("TAG", Complaint::Tag),
    ("the handle wasn't declared", Complaint::Tag),
    ("tab", Complaint::Tab),
    ("end of stream", Complaint::QuoteToTheEnd),
    ("document indicator", Complaint::QuoteToDocument),
    ("trailing content after double-quoted", Complaint::AfterQuote),
    ("in quoted scalar", Complaint::InQuotes),
    ("unknown escape", Complaint::UnknownEscape),
    ("escape", Complaint::NoCharacter),
    ("hexadecimal", Complaint::EscapeDigits),
    ("multiline text", Complaint::CommentInText),
    ("mapping values are not allowed", Complaint::Colon),
    ("illegal placement of ':'", Complaint::Colon),
    ("simple key expected", Complaint::NeitherKeyNorItem),
    ("simple key expect ':'", Complaint::NoColon),
    ("did not find expected key", Complaint::KeyExpected),
    ("mapping keys are not allowed", Complaint::NoKeyHere),
    ("expected '-' indicator", Complaint::ItemExpected),
    ("block sequence entries", Complaint::NoItemHere),
    ("'-' must be followed", Complaint::NoSpaceAfterDash),
    ("':' must be followed", Complaint::NoSpaceAfterColon),
    ("':' may not precede", Complaint::NoSpaceAfterColon),
    ("',' or '}'", Complaint::MapNotClosed),
    ("',' or ']'", Complaint::ListNotClosed),
    ("misplaced bracket", Complaint::NeverOpened),
    ("flow construct", Complaint::InBrackets),
    ("in block scalar", Complaint::InBlock),
    ("block scalar", Complaint::AfterBar),
    ("invalid indentation", Complaint::Indentation),
    ("plain scalar cannot start", Complaint::TextBegin),
    ("plain scalar", Complaint::TextEnd),
    ("unexpected character", Complaint::ValueBegin),
    ("did not find expected node content", Complaint::ValueExpected),
    ("document start", Complaint::BelongsToNothing),
    ("document-start", Complaint::BelongsToNothing),
    ("document end marker", Complaint::AfterTheEnd),
    ("directive", Complaint::Directive),
    ("byte order mark", Complaint::ByteOrderMark),
    ("unprintable", Complaint::Unprintable),
    ("unexpected eof", Complaint::FileEnds),
];

const QUOTE: &str = "write the value out; a text that begins with `&`, `*` or `!` needs quotes";
const PLAIN_QUOTE: &str = "a text with special characters at its start needs quotes";
const CLOSE_QUOTE: &str = "look for a missing quote above";
const CLOSE_BRACKET: &str = "look for a missing `}`, `]` or `,`";
const COLON: &str = "a text that contains `: ` needs quotes; otherwise look at the indentation, and for a `:` without a space above";
const IN_BRACES: &str = "look for a missing `}`, `]` or `,`; in braces a text with `[` or `,` needs quotes";
const AFTER_LIST: &str =
    "lines of one map or list begin in the same column; a text that begins with `[` needs quotes";
const INDENT: &str = "lines of one map or list begin in the same column";
const BLOCK: &str = "use a block text with `|`, or look for a missing `:` in the first line";
