//! Table of the items that names can refer to, and the types generated from it.
//!
//! The types are [`Target`], [`Symbol`] for global names, and [`NameKind`] for tools.

use std::fmt;

use ludex_grammar::span::Span;

use crate::ids::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetProperty {
    /// An entry of a section, with its contents.
    Entry,
    /// The name is part of the global lookup, rather than only valid at its definition or after another name.
    Global,
    /// A change affects everything that uses the item.
    Passed,
    /// Scenarios name it to refer to its effects.
    Subject,
    /// Reported if unused. Cards, actions and phases take part in the game even without uses.
    Wanted,
    /// Labels of options are composed of it.
    Label,
}

/// Generates the types from rows. A row has the kind, for a global name its description in messages, the
/// groups of texts about it, and its properties.
macro_rules! names {
    (
        global { $($(#[$global_doc:meta])* $global:ident($($global_field:ident: $global_id:ty),*) $global_name:literal, $described:literal $(in $($global_group:literal)+)? [$($global_is:ident)*];)* }
        other { $($(#[$doc:meta])* $other:ident($($id:ty),*) $name:literal $(in $($group:literal)+)? [$($is:ident)*];)* }
        language { $($language:ident $language_name:literal;)* }
    ) => {
        /// Meaning of a global name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Symbol { $($(#[$global_doc])* $global($($global_id),*),)* }

        /// Item that a name refers to. Two names are equivalent if their targets are equal.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Target {
            $($(#[$global_doc])* $global($($global_id),*),)*
            $($(#[$doc])* $other($($id),*),)*
        }

        /// Kind of the item that a name refers to, for display in tools. [`Display`](fmt::Display) writes its
        /// name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum NameKind {
            $(#[doc = $global_name] $global,)*
            $(#[doc = $name] $other,)*
            $(#[doc = $language_name] $language,)*
        }

        impl Symbol {
            /// Returns the description with an article.
            pub fn described(self) -> &'static str {
                match self { $(Self::$global(..) => $described,)* }
            }
        }

        impl From<Symbol> for Target {
            fn from(symbol: Symbol) -> Target {
                match symbol { $(Symbol::$global($($global_field),*) => Target::$global($($global_field),*),)* }
            }
        }

        impl Target {
            pub fn kind(self) -> NameKind {
                match self {
                    $(Self::$global(..) => NameKind::$global,)*
                    $(Self::$other(..) => NameKind::$other,)*
                }
            }
        }

        impl Target {
            /// Returns the groups of texts that may be about the item, the usual one first.
            pub(crate) fn text_groups(self) -> &'static [&'static str] {
                match self {
                    $(Self::$global(..) => &[$($($global_group),+)?],)*
                    $(Self::$other(..) => &[$($($group),+)?],)*
                }
            }

            pub fn is(self, property: TargetProperty) -> bool {
                let properties: &[TargetProperty] = match self {
                    $(Self::$global(..) => &[$(TargetProperty::$global_is),*],)*
                    $(Self::$other(..) => &[$(TargetProperty::$is),*],)*
                };
                properties.contains(&property)
            }
        }

        impl NameKind {
            /// Returns the name in messages and editors: `zone`, `list of steps` …
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$global => $global_name,)*
                    $(Self::$other => $name,)*
                    $(Self::$language => $language_name,)*
                }
            }
        }
    };
}

names! {
    global {
        Option(id: OptionId) "option", "an option" in "options" "enums" [Entry Global Wanted];
        /// An enum. The enum of an option refers to the option.
        Enum(id: EnumId) "enum", "an enum" in "enums" [Entry Global Wanted];
        /// A word of an enum, by its index there.
        EnumWord(id: EnumId, index: u16) "word", "a word of an enum" [Global Label];
        Kind(id: KindId) "kind", "a kind" in "kinds" [Entry Global Wanted];
        Design(id: DesignId) "card", "a card" in "cards" [Entry Global Subject Label];
        Spot(id: SpotId) "spot", "a spot" in "spots" "picks" [Entry Global Wanted];
        /// A spot with a name of its own, by its index within its kind.
        SpotWord(id: SpotId, index: u16) "spot", "a spot with a name" in "teams" "spots" [Global Label];
        Zone(id: ZoneId) "zone", "a zone" in "zones" [Entry Global Wanted];
        Var(id: VarId) "variable", "a variable" in "state" "layout" [Entry Global Wanted];
        Table(id: TableId) "table", "a table" [Entry Global Passed Subject Wanted];
        Function(id: FunctionId) "function", "a function" in "why" [Entry Global Passed Subject Wanted];
        Phase(id: PhaseId) "phase", "a phase" in "phases" "layout" [Entry Global];
    }
    other {
        /// A seat with a name, by its index.
        Seat(u8) "seat" in "seats" [Label];
        Field(FieldId) "field" in "fields" [Global Wanted];
        Property(PropertyId) "property" [Entry Global Passed Subject Wanted];
        /// A stage of a property, by its index there.
        Stage(PropertyId, u16) "stage" [];
        /// An event, or a step of a list of steps.
        Event(EventId) "event" [Entry Global Subject Wanted];
        Message(MessageId) "message" in "messages" [Entry Global Wanted];
        Steps(StepsId) "list of steps" [Entry Global Passed Subject Wanted];
        Procedure(ProcedureId) "procedure" [Entry Global Passed Subject Wanted];
        Window(WindowId) "window" [Entry Global Wanted];
        /// An action, by its index in its window.
        Action(WindowId, u16) "action" in "actions" "why" [Entry Subject Label];
        /// A line of the score, by its index.
        ScoreLine(u16) "line of the score" in "score" [Entry];
        /// A decision. The first `as NAME` defines it; further ones refer to it.
        Decision(DecisionId) "decision" in "choices" [];
        /// A mode of a choice, by the location of its name.
        Mode(Span) "mode" [];
        /// A local, parameter or fact, by the location of its name.
        Local(Span) "local" [];
    }
    language {
        Verb "verb";
        LanguageFunction "function of the language";
        LanguageMember "member of the language";
    }
}

impl fmt::Display for NameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
