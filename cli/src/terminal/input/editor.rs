//! Line editor of the terminal: arrow keys, a history per seat, completion with Tab.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter as _, Helper};

use super::{Ask, Input};

type Line = Editor<Names, MemHistory>;

pub(super) fn serve(asks: &Receiver<Ask>, answers: &SyncSender<Input>, above: &PrinterAbovePrompt) {
    let mut editor = new();
    above.begin(editor.as_mut());
    let mut histories = Histories::default();
    for ask in asks {
        let input = match &mut editor {
            Some(editor) => {
                histories.turn_to(ask.seat, editor.history_mut());
                read(editor, &ask)
            }
            None => plain(&ask),
        };
        if answers.send(input).is_err() {
            return;
        }
    }
}

/// Prints above the line being edited, which stays unchanged.
#[derive(Clone, Default)]
pub(super) struct PrinterAbovePrompt(Arc<Mutex<Option<Printer>>>);

type Printer = Box<dyn FnMut(String) -> bool + Send>;

impl PrinterAbovePrompt {
    fn begin(&self, editor: Option<&mut Line>) {
        let Some(mut printer) = editor.and_then(|editor| editor.create_external_printer().ok()) else {
            return;
        };
        let print: Printer = Box::new(move |text| printer.print(text).is_ok());
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(print);
    }

    /// Prints the text; below the line if printing above isn't possible.
    pub(super) fn print(&self, text: &str) {
        let mut printer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let printed = printer.as_mut().is_some_and(|print| print(text.to_owned()));
        if !printed {
            let mut out = std::io::stdout();
            let _ = write!(out, "\n{text}").and_then(|()| out.flush());
        }
    }
}

/// Histories by seat. Players who share a screen must not share a history, because it would reveal choices.
#[derive(Default)]
struct Histories {
    seat: u8,
    /// Histories of the other seats.
    others: BTreeMap<u8, MemHistory>,
}

impl Histories {
    /// Switches from the history of one seat to that of another.
    fn turn_to(&mut self, seat: u8, history: &mut MemHistory) {
        if seat != self.seat {
            let theirs = self.others.remove(&seat).unwrap_or_default();
            let last = std::mem::replace(history, theirs);
            self.others.insert(std::mem::replace(&mut self.seat, seat), last);
        }
    }
}

fn new() -> Option<Line> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .bracketed_paste(false)
        .build();
    Editor::with_history(config, MemHistory::default()).ok()
}

fn read(editor: &mut Line, ask: &Ask) -> Input {
    editor.set_helper(Some(Names(ask.names.clone())));
    match editor.readline(ask.prompt) {
        Ok(line) => {
            let line = line.trim().to_owned();
            if !ask.prompt.is_empty() && !line.is_empty() {
                let _ = editor.add_history_entry(line.as_str());
            }
            Input::Line(line)
        }
        Err(ReadlineError::Interrupted) => Input::Interrupt,
        Err(_) => Input::End,
    }
}

/// Reads a line without an editor.
fn plain(ask: &Ask) -> Input {
    let mut out = std::io::stdout();
    let _ = write!(out, "{}", ask.prompt).and_then(|()| out.flush());
    let mut line = String::new();
    match std::io::stdin().read_line(&mut line) {
        Ok(0) | Err(_) => Input::End,
        Ok(_) => Input::Line(line.trim().to_owned()),
    }
}

struct Names(Vec<String>);

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, completions(&self.0, &line[..at])))
    }
}

impl Hinter for Names {
    type Hint = String;
}
impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

/// Returns the names that begin with the typed text, ignoring case.
fn completions(names: &[String], typed: &str) -> Vec<String> {
    let typed = typed.to_lowercase();
    let mut found: Vec<String> =
        names.iter().filter(|name| name.to_lowercase().starts_with(&typed)).cloned().collect();
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use rustyline::history::{History, MemHistory};

    use super::{Histories, completions};

    #[test]
    fn nobody_calls_up_what_another_seat_has_typed() {
        let (mut histories, mut history) = (Histories::default(), MemHistory::default());
        let typed = |history: &MemHistory| history.into_iter().cloned().collect::<Vec<String>>();
        histories.turn_to(1, &mut history);
        history.add("king").expect("added");
        histories.turn_to(0, &mut history);
        assert_eq!(typed(&history), [""; 0]);
        history.add("queen").expect("added");
        histories.turn_to(1, &mut history);
        assert_eq!(typed(&history), ["king"]);
    }

    #[test]
    fn names_go_on_from_what_is_typed() {
        let names = ["King 20", "King 20", "Knave", "Épée", "? King 20"].map(str::to_owned);
        assert_eq!(completions(&names, "k"), ["King 20", "Knave"]);
        assert_eq!(completions(&names, "éP"), ["Épée"]);
        assert_eq!(completions(&names, "? k"), ["? King 20"]);
        assert_eq!(completions(&names, "z"), [""; 0]);
    }
}
