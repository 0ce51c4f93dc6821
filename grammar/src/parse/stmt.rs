//! Builders for statements, choices and clauses.

use super::rules::Rule;
use super::{Builder, Fail, Pair, Pairs, broken_promise, first, last, next, syntax};
use crate::ast::{
    Asked, Block, Called, Choice, Clause, ClauseKind, Count, Expr, ExprKind, Fact, Ident, Mode, PutTo, Query,
    Question, Stmt, StmtKind, Wait, Whole,
};
use crate::span::Span;

impl Builder<'_> {
    /// Builds a block in braces, or a whole effect.
    pub(super) fn block(&mut self, pair: Pair<'_>) -> Result<Block, Fail> {
        let braces = (pair.as_rule() == Rule::block).then(|| self.span(&pair));
        let mut stmts: Vec<Stmt> = Vec::new();
        let mut line = None;
        for part in pair.into_inner().filter(|p| p.as_rule() == Rule::stmt) {
            let place = (part.as_span().start(), part.as_span().end());
            if let Some(end) = line
                && !self.text.value[end..place.0].contains('\n')
            {
                let problem = syntax::same_line(self.text, end, place.0, place.1, stmts.last());
                self.late.get_or_insert((place.0, Box::new(problem)));
            }
            line = Some(place.1);
            stmts.push(self.stmt(part)?);
        }
        let covered = match (stmts.first(), stmts.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.text.span(0, 0),
        };
        Ok(Block { stmts, span: braces.unwrap_or(covered) })
    }

    fn stmt(&mut self, pair: Pair<'_>) -> Result<Stmt, Fail> {
        let inner = first(pair)?;
        let span = self.span(&inner);
        let rule = inner.as_rule();
        let mut parts = inner.into_inner();
        let kind = match rule {
            Rule::let_stmt => self.let_stmt(&mut parts)?,
            Rule::set_stmt => self.set_stmt(&mut parts)?,
            Rule::if_stmt => self.if_stmt(&mut parts)?,
            Rule::for_stmt => self.for_stmt(&mut parts)?,
            Rule::while_stmt => self.while_stmt(&mut parts)?,
            Rule::repeat_stmt => self.repeat_stmt(&mut parts)?,
            Rule::stop_stmt => StmtKind::Stop,
            Rule::give_stmt => StmtKind::Give { value: self.whole(last_value(&mut parts)?)? },
            Rule::asking => self.asking(&mut parts)?,
            Rule::window_stmt => self.window_stmt(&mut parts)?,
            Rule::modes_stmt => self.modes_stmt(&mut parts)?,
            Rule::choose_stmt => StmtKind::Choose { name: None, choice: self.choice(next(&mut parts)?)? },
            Rule::may_stmt => self.may_stmt(&mut parts)?,
            Rule::verb_stmt => self.verb_stmt(&mut parts)?,
            _ => return Err(broken_promise()),
        };
        Ok(Stmt { kind, span })
    }

    fn let_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        next(parts)?;
        let name = self.ident(&next(parts)?);
        let part = next(parts)?;
        let mut ty = None;
        if part.as_rule() == Rule::of_type {
            ty = Some(self.type_expr(first(part)?));
            next(parts)?; // `=`
        }
        Ok(match (self.whole(next(parts)?)?, ty) {
            (Whole::Expr(value), ty) => StmtKind::Let { name, ty, value },
            (Whole::Wait(Wait::Choice(choice)), None) => {
                StmtKind::Choose { name: Some(name), choice: *choice }
            }
            (Whole::Wait(wait), ty) => StmtKind::LetWait { name, ty, wait },
        })
    }

    fn set_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        next(parts)?;
        let target = self.chain_expr(next(parts)?)?;
        next(parts)?;
        let mut new = next(parts)?.into_inner();
        let value = self.whole(next(&mut new)?)?;
        let openly = new.next().is_some();
        Ok(match value {
            Whole::Expr(value) => StmtKind::Set { target, value, openly },
            Whole::Wait(wait) => StmtKind::SetWait { target, wait, openly },
        })
    }

    /// Builds an expression or an operation that may wait.
    fn whole(&mut self, pair: Pair<'_>) -> Result<Whole, Fail> {
        Ok(match pair.as_rule() {
            Rule::choice => Whole::Wait(Wait::Choice(Box::new(self.choice(pair)?))),
            Rule::done | Rule::emitted => Whole::Wait(self.called(pair)?),
            _ => Whole::Expr(self.expr(pair)?),
        })
    }

    /// Builds `do p(…)` or `emit e(…)`.
    fn called(&mut self, pair: Pair<'_>) -> Result<Wait, Fail> {
        let (rule, span) = (pair.as_rule(), self.span(&pair));
        let called = Called { call: self.chain_expr(last(pair)?)?, span };
        Ok(if rule == Rule::done { Wait::Do(called) } else { Wait::Emit(called) })
    }

    /// Builds the test of `if` or `while`, or an expression for a plain condition.
    fn asked(&mut self, pair: Pair<'_>) -> Result<Result<Asked, Expr>, Fail> {
        let rule = pair.as_rule();
        if rule != Rule::binding && rule != Rule::waited {
            return Ok(Err(self.expr(pair)?));
        }
        let mut parts = pair.into_inner();
        if rule == Rule::binding {
            next(&mut parts)?;
            let name = self.ident(&next(&mut parts)?);
            next(&mut parts)?;
            return Ok(Ok(Asked::Let { name, value: self.whole(next(&mut parts)?)? }));
        }
        let mut negated = false;
        for part in parts {
            match part.as_rule() {
                Rule::kw_not => negated = !negated,
                _ => return Ok(Ok(Asked::Holds { negated, wait: self.called(part)? })),
            }
        }
        Err(broken_promise())
    }

    /// Builds an `if` with its blocks.
    fn branches(&mut self, test: Pair<'_>, then: Block, orelse: Option<Block>) -> Result<StmtKind, Fail> {
        Ok(match self.asked(test)? {
            Ok(asked) => StmtKind::IfAsked { asked, then, orelse },
            Err(cond) => StmtKind::If { cond, then, orelse },
        })
    }

    fn if_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        next(parts)?;
        let test = next(parts)?;
        let then = self.block(next(parts)?)?;
        let orelse = self.otherwise(parts)?;
        self.branches(test, then, orelse)
    }

    /// Builds the blocks after `else`, with those of each `else if`.
    fn otherwise(&mut self, parts: &mut Pairs<'_>) -> Result<Option<Block>, Fail> {
        let mut arms = Vec::new();
        let mut orelse = None;
        for part in parts {
            match part.as_rule() {
                Rule::else_if => arms.push(self.else_if(part)?),
                _ => orelse = Some(self.block(last(part)?)?),
            }
        }
        for (start, test, then) in arms.into_iter().rev() {
            let end = orelse.as_ref().map_or(then.span, |b: &Block| b.span);
            let stmt = Stmt { span: start.to(end), kind: self.branches(test, then, orelse)? };
            orelse = Some(Block { span: stmt.span, stmts: vec![stmt] });
        }
        Ok(orelse)
    }

    /// Returns the location of the `if`, the test and the block.
    fn else_if<'i>(&mut self, pair: Pair<'i>) -> Result<(Span, Pair<'i>, Block), Fail> {
        let mut parts = pair.into_inner();
        next(&mut parts)?;
        let start = self.span(&next(&mut parts)?);
        let test = next(&mut parts)?;
        Ok((start, test, self.block(next(&mut parts)?)?))
    }

    fn for_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        next(parts)?;
        let (query, _) = self.query(next(parts)?)?;
        Ok(StmtKind::For { query, body: self.block(next(parts)?)? })
    }

    fn while_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        next(parts)?;
        let asked = self.asked(next(parts)?)?;
        let body = self.block(next(parts)?)?;
        Ok(match asked {
            Ok(asked) => StmtKind::WhileAsked { asked, body },
            Err(cond) => StmtKind::While { cond, body },
        })
    }

    fn repeat_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        next(parts)?;
        let count = self.expr(next(parts)?)?;
        Ok(StmtKind::Repeat { count, body: self.block(next(parts)?)? })
    }

    fn window_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        let asker = self.asker(parts)?;
        let (question, window) = self.one_of(asker, parts)?;
        Ok(StmtKind::Window { question, window })
    }

    /// Builds `one of WINDOW as LABEL`.
    fn one_of(&mut self, asker: (Expr, bool), parts: &mut Pairs<'_>) -> Result<(Question, Ident), Fail> {
        next(parts)?;
        next(parts)?;
        let window = self.ident(&next(parts)?);
        next(parts)?;
        Ok((self.question(asker, parts)?.0, window))
    }

    fn modes_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        let asker = self.asker(parts)?;
        next(parts)?;
        next(parts)?;
        let (question, _) = self.question(asker, parts)?;
        let modes = parts.filter(|part| part.as_rule() == Rule::mode).map(|mode| self.mode(mode));
        Ok(StmtKind::Modes { question, modes: modes.collect::<Result<_, Fail>>()? })
    }

    /// Builds `any player p may …`, `each player p chooses …`.
    fn asking(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        let together = next(parts)?.as_rule() == Rule::kw_each;
        let (players, _): (Query, _) = self.query(next(parts)?)?;
        let name = players.binder.as_ref().unwrap_or(&players.noun);
        let chooser = Expr { kind: ExprKind::Name(name.name.clone()), span: name.span };
        let asked = self.put_to(chooser, next(parts)?)?;
        let (mut until, mut body) = (false, None);
        for part in parts {
            match part.as_rule() {
                Rule::until => until = true,
                _ => body = Some(self.block(part)?),
            }
        }
        Ok(StmtKind::Asking { together, players, asked, until, body })
    }

    fn put_to(&mut self, chooser: Expr, pair: Pair<'_>) -> Result<PutTo, Fail> {
        let (rule, span) = (pair.as_rule(), self.span(&pair));
        let mut parts = pair.into_inner();
        let may = next(&mut parts)?.as_rule() == Rule::may_choose;
        Ok(match rule {
            Rule::ask_window => {
                let (question, window) = self.one_of((chooser, may), &mut parts)?;
                PutTo::Window { question, window }
            }
            Rule::ask_pick => PutTo::Pick(Box::new(self.chosen((chooser, may), parts, span)?)),
            _ => PutTo::Yes(self.question((chooser, false), &mut parts)?.0),
        })
    }

    /// Builds the acting player, and true if declining is an option.
    fn asker(&mut self, parts: &mut Pairs<'_>) -> Result<(Expr, bool), Fail> {
        let chooser = self.chain_expr(next(parts)?)?;
        Ok((chooser, next(parts)?.as_rule() == Rule::may_choose))
    }

    /// Builds the name of a decision with its modifiers. Also returns the following part, if any.
    fn question<'i>(
        &mut self,
        (chooser, may): (Expr, bool),
        parts: &mut Pairs<'i>,
    ) -> Result<(Question, Option<Pair<'i>>), Fail> {
        let told = next(parts)?;
        let end = self.end_of(&told);
        let (label, facts) = self.decision_name(told)?;
        let mut question =
            Question { chooser, may, label, facts, secretly: false, always: false, openly: false, end };
        for part in parts {
            match part.as_rule() {
                Rule::kw_secretly => question.secretly = true,
                Rule::always => question.always = true,
                Rule::kw_openly => question.openly = true,
                _ => return Ok((question, Some(part))),
            }
            question.end = self.end_of(&part);
        }
        Ok((question, None))
    }

    fn decision_name(&mut self, pair: Pair<'_>) -> Result<(Ident, Vec<Fact>), Fail> {
        let mut parts = pair.into_inner();
        let label = self.ident(&next(&mut parts)?);
        let facts = parts.flat_map(Pair::into_inner).filter(|part| part.as_rule() == Rule::fact);
        Ok((label, facts.map(|fact| self.fact(fact)).collect::<Result<_, Fail>>()?))
    }

    fn fact(&mut self, pair: Pair<'_>) -> Result<Fact, Fail> {
        let mut parts = pair.into_inner();
        let mut part = next(&mut parts)?;
        let mut name = None;
        if part.as_rule() == Rule::ident {
            name = Some(self.ident(&part));
            part = next(&mut parts)?;
        }
        let at = part.as_span().start();
        let value = self.expr(part)?;
        if let (None, ExprKind::Name(word)) = (&name, &value.kind) {
            name = Some(Ident { name: word.clone(), span: value.span });
        }
        let name = name.unwrap_or_else(|| {
            self.late.get_or_insert_with(|| (at, Box::new(syntax::fact_without_name(&value))));
            Ident { name: String::new(), span: value.span }
        });
        Ok(Fact { name, value })
    }

    fn mode(&mut self, pair: Pair<'_>) -> Result<Mode, Fail> {
        let mut parts = pair.into_inner();
        let name = self.ident(&next(&mut parts)?);
        let mut guard = None;
        let mut part = next(&mut parts)?;
        if part.as_rule() == Rule::guard {
            guard = Some(self.expr(last(part)?)?);
            part = next(&mut parts)?;
        }
        Ok(Mode { name, guard, body: self.block(part)? })
    }

    fn may_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        let (chooser, _) = self.asker(parts)?;
        let (question, body) = self.question((chooser, false), parts)?;
        let body = self.block(body.ok_or_else(broken_promise)?)?;
        Ok(StmtKind::May { question, body, orelse: self.otherwise(parts)? })
    }

    fn choice(&mut self, pair: Pair<'_>) -> Result<Choice, Fail> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let asker = self.asker(&mut parts)?;
        self.chosen(asker, parts, span)
    }

    /// Builds the part of a choice after the acting player.
    fn chosen(
        &mut self,
        (chooser, may): (Expr, bool),
        mut parts: Pairs<'_>,
        span: Span,
    ) -> Result<Choice, Fail> {
        let mut part = next(&mut parts)?;
        let mut count = None;
        if part.as_rule() == Rule::count {
            count = Some(self.count(part)?);
            part = next(&mut parts)?;
        }
        let (query, _): (Query, _) = self.query(part)?;
        let (label, facts, secretly, always, openly) = (None, Vec::new(), false, false, false);
        let mut choice = Choice { chooser, may, count, query, label, facts, secretly, always, openly, span };
        for part in parts {
            match part.as_rule() {
                Rule::label => {
                    let (label, facts) = self.decision_name(last(part)?)?;
                    (choice.label, choice.facts) = (Some(label), facts);
                }
                Rule::kw_secretly => choice.secretly = true,
                Rule::kw_openly => choice.openly = true,
                _ => choice.always = true,
            }
        }
        Ok(choice)
    }

    fn count(&mut self, pair: Pair<'_>) -> Result<Count, Fail> {
        let pair = first(pair)?;
        if pair.as_rule() == Rule::count_one {
            return Ok(Count { min: self.chain_expr(pair)?, max: None });
        }
        let mut parts = pair.into_inner();
        let min = self.chain_expr(next(&mut parts)?)?;
        next(&mut parts)?;
        Ok(Count { min, max: Some(self.chain_expr(next(&mut parts)?)?) })
    }

    fn verb_stmt(&mut self, parts: &mut Pairs<'_>) -> Result<StmtKind, Fail> {
        let verb = self.ident(&next(parts)?);
        let mut what = None;
        let mut clauses = Vec::new();
        for part in parts {
            match part.as_rule() {
                Rule::operand => what = Some(self.operand(part)?),
                _ => clauses.push(self.clause(part)?),
            }
        }
        Ok(StmtKind::Verb { verb, what, clauses })
    }

    fn operand(&mut self, pair: Pair<'_>) -> Result<Expr, Fail> {
        let inner = first(pair)?;
        if inner.as_rule() == Rule::bare {
            return Ok(Expr { span: self.span(&inner), kind: ExprKind::Name(inner.as_str().to_owned()) });
        }
        self.expr(inner)
    }

    fn at_place(&mut self, pair: Pair<'_>) -> Result<ClauseKind, Fail> {
        let mut parts = pair.into_inner().skip_while(|part| part.as_rule() != Rule::operand);
        let number = self.operand(parts.next().ok_or_else(broken_promise)?)?;
        Ok(ClauseKind::AtPlace { number, unseen: parts.next().is_some() })
    }

    fn clause(&mut self, pair: Pair<'_>) -> Result<Clause, Fail> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::these {
            let (query, _) = self.query(pair)?;
            return Ok(Clause { kind: ClauseKind::These(query), span });
        }
        if rule == Rule::kw_openly {
            return Ok(Clause { kind: ClauseKind::Openly, span });
        }
        let part = last(pair)?;
        let kind = match (rule, part.as_rule()) {
            (Rule::to, _) => ClauseKind::To(self.operand(part)?),
            (Rule::from, _) => ClauseKind::From(self.operand(part)?),
            (Rule::with, _) => ClauseKind::With(self.operand(part)?),
            (Rule::for_what, _) => ClauseKind::For(self.operand(part)?),
            (Rule::above, _) => ClauseKind::Above(self.operand(part)?),
            (Rule::unseen, _) => ClauseKind::Unseen(self.operand(part)?),
            (Rule::below, _) => ClauseKind::Below(self.operand(part)?),
            (Rule::at, Rule::kw_top) => ClauseKind::AtTop,
            (Rule::at, Rule::place) => self.at_place(part)?,
            (Rule::at, _) => ClauseKind::AtBottom,
            (Rule::face, Rule::kw_up) => ClauseKind::FaceUp,
            _ => ClauseKind::FaceDown,
        };
        Ok(Clause { kind, span })
    }
}

/// Returns the value at the end of a statement.
fn last_value<'i>(parts: &mut Pairs<'i>) -> Result<Pair<'i>, Fail> {
    parts.last().ok_or_else(broken_promise)
}
