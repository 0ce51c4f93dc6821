//! Settings of a person, in a cookie.

use ludex_table::html::{Settings, Size, Theme};

/// Settings of a person. The cookie is `lang.theme.size.confirm.keys`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prefs {
    /// Language, if the person chose one.
    pub lang: Option<String>,
    pub theme: Theme,
    pub settings: Settings,
    /// The person's name, as typed last.
    pub name: String,
}

impl Prefs {
    /// Reads a cookie; parts that are unknown have their defaults. `lang` of the query takes precedence.
    pub fn read(cookie: &str, lang: Option<&str>) -> Self {
        let parts: Vec<&str> = cookie.split('.').collect();
        let part = |n: usize| parts.get(n).copied().unwrap_or_default();
        Self {
            lang: lang.or(Some(part(0))).filter(|lang| is_language(lang)).map(str::to_owned),
            theme: theme(part(1)),
            settings: Settings { size: size(part(2)), confirm: part(3) == "1", keys: part(4) != "0" },
            name: String::new(),
        }
    }

    /// Changes the settings that a form contains.
    pub fn change(&mut self, name: &str, value: &str) {
        match name {
            "lang" => self.lang = Some(value.to_owned()).filter(|lang| is_language(lang)),
            "theme" => self.theme = theme(value),
            "size" => self.settings.size = size(value),
            "confirm" => self.settings.confirm = is_on(value),
            "keys" => self.settings.keys = is_on(value),
            _ => {}
        }
    }

    pub fn cookie(&self) -> String {
        let flag = |on: bool| if on { "1" } else { "0" };
        let lang = self.lang.as_deref().unwrap_or_default();
        let (theme, size) = (self.theme.name(), self.settings.size.name());
        format!("{lang}.{theme}.{size}.{}.{}", flag(self.settings.confirm), flag(self.settings.keys))
    }
}

fn is_on(value: &str) -> bool {
    matches!(value, "1" | "on" | "true")
}

fn is_language(text: &str) -> bool {
    (2..=8).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

fn theme(word: &str) -> Theme {
    let all = [Theme::Light, Theme::Dark];
    all.into_iter().find(|theme| theme.name() == word).unwrap_or_default()
}

fn size(word: &str) -> Size {
    let all = [Size::Small, Size::Large];
    all.into_iter().find(|size| size.name() == word).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_read_back() {
        let mut prefs = Prefs::default();
        for (name, value) in
            [("lang", "de"), ("theme", "dark"), ("size", "l"), ("confirm", "on"), ("keys", "0")]
        {
            prefs.change(name, value);
        }
        assert_eq!(prefs.cookie(), "de.dark.l.1.0");
        assert_eq!(Prefs::read(&prefs.cookie(), None), prefs);
        assert_eq!(Prefs::read("", Some("fr")).lang.as_deref(), Some("fr"));
        assert_eq!(Prefs::read("<script>.x.y", None), Prefs::default());
    }
}
