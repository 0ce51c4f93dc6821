//! The one table of what a name can stand for, and the types made of it: [`Target`], [`Symbol`] for global names, and
//! [`NameKind`] for tools.

use std::fmt;

use ludex_grammar::span::Span;

use crate::ids::*;

/// A property of a kind of target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Is {
    /// An entry of a section, with its contents.
    Entry,
    /// Its name is known wherever names are looked up, not only where it is defined or after another name.
    Global,
    /// A change of it is a change of everything that uses it.
    Passed,
    /// Scenarios name it to refer to its effects.
    Subject,
    /// It is reported if nothing uses it. A card is in the game, an action is offered and a phase happens without that.
    Wanted,
    /// Labels of options are made of it.
    Label,
}

/// Makes the types from rows: the kind, for a global name its description in messages, the groups of texts that may be about it, and its properties.
macro_rules! names {
    (
        global { $($(#[$global_doc:meta])* $global:ident($($global_field:ident: $global_id:ty),*) $global_name:literal, $described:literal $(in $($global_group:literal)+)? [$($global_is:ident)*];)* }
        other { $($(#[$doc:meta])* $other:ident($($id:ty),*) $name:literal $(in $($group:literal)+)? [$($is:ident)*];)* }
        language { $($language:ident $language_name:literal;)* }
    ) => {
        /// What a global name stands for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Symbol { $($(#[$global_doc])* $global($($global_id),*),)* }

        /// What a name stands for. Two names mean the same if their targets are equal.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Target {
            $($(#[$global_doc])* $global($($global_id),*),)*
            $($(#[$doc])* $other($($id),*),)*
        }

        /// The kind of thing that a name stands for, as tools show it. [`Display`](fmt::Display) writes its name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum NameKind {
            $(#[doc = $global_name] $global,)*
            $(#[doc = $name] $other,)*
            $(#[doc = $language_name] $language,)*
        }

        impl Symbol {
            /// What it is, with an article.
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
            /// The kind of thing that it is.
            pub fn kind(self) -> NameKind {
                match self {
                    $(Self::$global(..) => NameKind::$global,)*
                    $(Self::$other(..) => NameKind::$other,)*
                }
            }
        }

        impl Target {
            /// The groups of texts that may be about it, the usual one first.
            pub(crate) fn text_groups(self) -> &'static [&'static str] {
                match self {
                    $(Self::$global(..) => &[$($($global_group),+)?],)*
                    $(Self::$other(..) => &[$($($group),+)?],)*
                }
            }

            pub(crate) fn is(self, property: Is) -> bool {
                let properties: &[Is] = match self {
                    $(Self::$global(..) => &[$(Is::$global_is),*],)*
                    $(Self::$other(..) => &[$(Is::$is),*],)*
                };
                properties.contains(&property)
            }
        }

        impl NameKind {
            /// As written in messages and in an editor: `zone`, `list of steps` …
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
        /// An enum; that of an option is the option.
        Enum(id: EnumId) "enum", "an enum" in "enums" [Entry Global Wanted];
        /// A word of an enum, by its index there.
        EnumWord(id: EnumId, index: u16) "word", "a word of an enum" [Global Label];
        /// A kind of card.
        Kind(id: KindId) "kind", "a kind" in "kinds" [Entry Global Wanted];
        /// A card as printed.
        Design(id: DesignId) "card", "a card" in "cards" [Entry Global Subject Label];
        /// A kind of spot.
        Spot(id: SpotId) "spot", "a spot" in "spots" "picks" [Entry Global Wanted];
        /// A spot with a name of its own, by its index among those of its kind.
        SpotWord(id: SpotId, index: u16) "spot", "a spot with a name" in "teams" "spots" [Global Label];
        Zone(id: ZoneId) "zone", "a zone" in "zones" [Entry Global Wanted];
        /// A variable.
        Var(id: VarId) "variable", "a variable" in "state" "layout" [Entry Global Wanted];
        Table(id: TableId) "table", "a table" [Entry Global Passed Subject Wanted];
        Function(id: FunctionId) "function", "a function" [Entry Global Passed Subject Wanted];
        Phase(id: PhaseId) "phase", "a phase" in "phases" "layout" [Entry Global];
    }
    other {
        /// A seat that has a name, by its index.
        Seat(u8) "seat" in "seats" [Label];
        /// A printed field.
        Field(FieldId) "field" in "fields" [Global Wanted];
        Property(PropertyId) "property" [Entry Global Passed Subject Wanted];
        /// A stage of a property, by its index there.
        Stage(PropertyId, u16) "stage" [];
        /// An event, or a step of a list of steps.
        Event(EventId) "event" [Entry Global Subject Wanted];
        Message(MessageId) "message" in "messages" [Entry Global Wanted];
        /// A list of steps.
        Steps(StepsId) "list of steps" [Entry Global Passed Subject Wanted];
        Procedure(ProcedureId) "procedure" [Entry Global Passed Subject Wanted];
        /// A window of actions.
        Window(WindowId) "window" [Entry Global Wanted];
        /// An action, by its index in its window.
        Action(WindowId, u16) "action" in "actions" [Entry Subject Label];
        /// A line of the score, by its index.
        ScoreLine(u16) "line of the score" in "score" [Entry];
        /// A decision: the first `as NAME` defines it, every other one means the same.
        Decision(DecisionId) "decision" in "choices" [];
        /// A mode of a choice, by where it is named.
        Mode(Span) "mode" [];
        /// A local, a parameter or a fact, by where it is named.
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
