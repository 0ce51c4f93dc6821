//! Macros for the tables of expressions and statements.

/// The value of a row in the additional column of its table.
macro_rules! entry {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

/// Defines a tree type from rows. A row has a kind, its fields in evaluation order, and a format string that
/// refers to the fields by name. Values after the format string define further names for it. The type of a
/// field decides its role in walks, comparisons and printing (`hir/part.rs`). A row may end with a value for
/// the table's additional column (`=> value`). Each family of kinds becomes a macro that expands to a pattern
/// for them.
macro_rules! rows {
    ($(#[$about:meta])* $tree:ident, printed by $printer:ident with the type $ty:ident;
     $(#[$column_about:meta])* column $column:ident: $column_ty:ty;
     $($family:ident { $(
        $(#[$doc:meta])*
        $kind:ident $(($($part:ident: $part_ty:ty),*))? $({$($(#[$what:meta])* $field:ident: $field_ty:ty,)*})?
            $words:literal $(, $also:ident = $value:expr)* $(=> $entry:expr)?;
     )* })*) => {
        $(#[$about])*
        #[derive(Debug, Clone)]
        pub enum $tree {
            $($($(#[$doc])* $kind $(($($part_ty),*))? $({$($(#[$what])* $field: $field_ty,)*})?,)*)*
        }

        impl $tree {
            fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Part)) {
                match self {
                    $($($tree::$kind $(($($part),*))? $({$($field),*})? => {
                        $($(visit($part);)*)?
                        $($(visit($field);)*)?
                    })*)*
                }
            }

            fn each_mut<'a>(&'a mut self, visit: &mut dyn FnMut(&'a mut dyn Part)) {
                match self {
                    $($($tree::$kind $(($($part),*))? $({$($field),*})? => {
                        $($(visit($part);)*)?
                        $($(visit($field);)*)?
                    })*)*
                }
            }

            pub fn operands(&self) -> Inside<'_> {
                let mut operands = Inside::new();
                self.each(&mut |field| field.parts(&mut operands));
                operands
            }

            pub fn assigns(&self) -> Option<LocalId> {
                let mut local = None;
                self.each(&mut |field| local = local.or(field.local()));
                local
            }

            $(#[$column_about])*
            #[allow(unused_variables, reason = "the column is about few fields")]
            pub fn $column(&self) -> Option<$column_ty> {
                match self {
                    $($($tree::$kind $(($($part),*))? $({$($field),*})? => entry!($($entry)?),)*)*
                }
            }

            /// Returns the printed form; for a statement, its first line.
            #[allow(unused_variables, reason = "some fields are not printed")]
            pub(super) fn words(&self, $printer: &Printer<'_>, $ty: Type) -> String {
                match self {
                    $($($tree::$kind $(($($part),*))? $({$($field),*})? => {
                        $(let $also = $value;)*
                        $($(let $part = Worded($printer, $part);)*)?
                        $($(let $field = Worded($printer, $field);)*)?
                        format!($words)
                    })*)*
                }
            }
        }

        $(#[doc(hidden)]
        #[macro_export]
        macro_rules! $family {
            () => { $($tree::$kind { .. })|* };
        })*

        #[allow(unused_imports, reason = "not each family is looked at alone")]
        pub use {$($family),*};
    };
}
