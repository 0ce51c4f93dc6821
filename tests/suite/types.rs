//! The laws of types, over every small one: what goes where is an order, and what two have in common is the least that both go into.

use ludex_check::ids::{DesignId, EnumId, KindId, SpotId};
use ludex_check::resolve::Names;
use ludex_check::types::{Base, KeyType, Layer, MAX_NESTING, Type};
use ludex_grammar::ast::{Ident, TypeExpr};
use ludex_grammar::span::Span;

/// Two designs of the first kind, one of the second, one whose kind is not known.
fn kinds() -> [Option<KindId>; 4] {
    let kind = |number| Some(KindId(number));
    [kind(0), kind(0), kind(1), None]
}

/// Every base but for what was reported already.
fn bases() -> impl Iterator<Item = Base> {
    let plain = [Base::Int, Base::Decimal, Base::Bool, Base::Card, Base::Player, Base::Zone];
    let two = (0..2).flat_map(|n| [Base::Enum(EnumId(n)), Base::Kind(KindId(n))]);
    let designs = (0..4).map(|n| Base::Design(DesignId(n)));
    plain.into_iter().chain(two).chain(designs).chain([Base::Spot(SpotId(0))])
}

/// Everything with at most three layers.
fn small() -> Vec<Type> {
    let mut all: Vec<Type> = bases().map(Type::new).chain([Type::NOTHING]).collect();
    let mut outer = all.clone();
    for _ in 0..3 {
        outer = outer.into_iter().flat_map(wrapped).collect();
        all.extend(&outer);
    }
    all
}

/// With one layer more.
fn wrapped(ty: Type) -> Vec<Type> {
    let keys = [KeyType::Enum(EnumId(0)), KeyType::Range(1, 6)];
    let kept = keys.into_iter().filter_map(|key| ty.checked_per(key));
    let missing = (!ty.is_optional()).then(|| ty.optional());
    kept.chain(missing).chain(ty.checked_list()).collect()
}

fn word(base: Base) -> String {
    format!("{base:?}").to_lowercase()
}

fn goes(a: Type, b: Type) -> bool {
    a.is_usable_as(b, &kinds())
}

fn written(ty: Type) -> String {
    ty.written(&word)
}

#[test]
fn a_type_is_what_its_layers_say() {
    let mut texts: Vec<String> = Vec::new();
    for ty in small() {
        let again = match ty.shape() {
            Layer::Base(base) => Type::new(base),
            Layer::Optional(inner) => inner.optional(),
            Layer::List(inner) => inner.list(),
            Layer::Per(key, inner) => inner.checked_per(key).expect("it was one"),
        };
        assert_eq!(again, ty);
        assert_eq!(ty.list().element(), ty);
        assert_eq!(ty.optional().optional(), ty.optional());
        assert_eq!(ty.optional().present(), ty.present());
        assert!(ty.list().is_list() && ty.list().optional().is_list() && !ty.list().is_optional());
        texts.push(written(ty));
    }
    let count = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), count, "two types are written alike");
}

#[test]
fn what_goes_where_is_an_order() {
    let all = small();
    let into: Vec<Vec<usize>> =
        all.iter().map(|a| (0..all.len()).filter(|b| goes(*a, all[*b])).collect()).collect();
    for (a, above) in into.iter().enumerate() {
        assert!(above.contains(&a), "{} is not itself", written(all[a]));
        for b in above {
            assert!(*b == a || !into[*b].contains(&a), "{} and {}", written(all[a]), written(all[*b]));
            for c in &into[*b] {
                let (a, b, c) = (all[a], all[*b], all[*c]);
                assert!(goes(a, c), "{} → {} → {}", written(a), written(b), written(c));
            }
        }
    }
}

#[test]
fn a_join_is_the_least_that_both_go_into() {
    let all = small();
    for a in &all {
        let above: Vec<Type> = all.iter().copied().filter(|c| goes(*a, *c)).collect();
        for b in &all {
            let both = || above.iter().filter(|c| goes(*b, **c));
            let names = || format!("{} with {}", written(*a), written(*b));
            match a.join(*b, &kinds()) {
                Some(joined) => {
                    assert!(goes(*a, joined) && goes(*b, joined), "{}: {}", names(), written(joined));
                    assert!(both().all(|c| goes(joined, *c)), "{}: {}", names(), written(joined));
                    assert_eq!(b.join(*a, &kinds()), Some(joined), "{}", names());
                }
                None => assert_eq!(both().next(), None, "{}", names()),
            }
        }
    }
}

#[test]
fn what_fits_leaves_the_missing_aside() {
    let all = small();
    for a in &all {
        for b in all.iter().filter(|_| !a.is_nothing()) {
            let fits = a.fits(*b, &kinds());
            assert_eq!(fits, goes(a.present(), b.present()), "{} {}", written(*a), written(*b));
            assert_eq!(goes(*a, *b), fits && (b.is_optional() || !a.is_optional()));
        }
    }
}

#[test]
fn what_was_reported_fits_everything() {
    for ty in small() {
        assert!(goes(ty, Type::UNKNOWN) && goes(Type::UNKNOWN, ty));
        assert_eq!(ty.join(Type::UNKNOWN, &kinds()), Some(ty));
        assert_eq!(Type::UNKNOWN.join(ty, &kinds()), Some(Type::UNKNOWN.optional_if(ty.is_optional())));
    }
}

#[test]
fn types_are_written_as_rulesets_write_them() {
    let per = |ty: Type| ty.checked_per(KeyType::Range(1, 6)).expect("room for a key");
    let card = Type::CARD;
    let told = [
        (card.list(), "list of card"),
        (card.list().list(), "list of list of card"),
        (card.optional().list(), "list of card?"),
        (card.list().optional(), "(list of card)?"),
        (card.list().optional().list(), "list of (list of card)?"),
        (per(Type::INT), "int per 1..6"),
        (per(Type::INT.optional()), "int? per 1..6"),
        (per(Type::INT).list(), "list of (int per 1..6)"),
        (per(Type::INT.list()), "list of int per 1..6"),
        (per(Type::INT).optional(), "(int per 1..6)?"),
        (Type::NOTHING, "nothing"),
    ];
    for (ty, text) in told {
        assert_eq!(written(ty), text);
    }
}

#[test]
fn elements_of_what_may_be_missing_may_be_missing() {
    assert_eq!(Type::INT.list().optional().element(), Type::INT.optional());
    assert_eq!(Type::INT.list().element(), Type::INT);
    assert_eq!(Type::INT.optional().element(), Type::INT.optional());
}

#[test]
fn types_nest_so_deep_and_no_deeper() {
    let deepest = (0..MAX_NESTING).fold(Type::INT.optional(), |ty, _| ty.list().optional());
    assert_eq!(deepest.checked_list(), None);
    assert_eq!(deepest.checked_per(KeyType::Player), None);
    assert!(deepest.list().is_unknown());
    let peeled = (0..MAX_NESTING).fold(deepest, |ty, _| ty.present().element());
    assert_eq!(peeled, Type::INT.optional());
    let kept = Type::INT.checked_per(KeyType::Player).expect("room for a key");
    assert_eq!(kept.checked_per(KeyType::Player), None, "one key alone");
    assert!(size_of::<Type>() <= 20, "types are copied everywhere");
}

#[test]
fn a_text_that_nests_deeper_is_told_so_once() {
    let resolved = |lists: usize| {
        let name = Ident { name: "int".to_owned(), span: Span::default() };
        let mut problems = Vec::new();
        let written = TypeExpr { set: false, lists, name, optional: true, by_name: false, per: None };
        let ty = Names::default().resolve_type(&written, &mut problems);
        (ty, problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>())
    };
    assert_eq!(resolved(0), (Type::INT.optional(), vec![]));
    assert_eq!(resolved(2), (Type::INT.optional().list().list(), vec![]));
    let (ty, problems) = resolved(MAX_NESTING as usize + 20);
    assert_eq!((ty, problems), (Type::UNKNOWN, vec!["lists nest at most 7 deep".to_owned()]));
}
