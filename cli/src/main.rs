//! Command-line program of Ludex.

use std::process::ExitCode;

/// The compiler allocates many small objects on several threads, which is slow with most system allocators.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(ludex_cli::main_with(std::env::args_os().collect()))
}
