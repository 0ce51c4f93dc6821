//! Stored values as JSON, identical in all databases.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::LogError;

pub fn write(value: &impl Serialize) -> Result<String, LogError> {
    serde_json::to_string(value).map_err(|error| LogError::Other(error.to_string()))
}

/// Reads the value of a column. Text that doesn't parse is damage.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, LogError> {
    serde_json::from_str(text).map_err(|error| LogError::Corrupt(error.to_string()))
}
