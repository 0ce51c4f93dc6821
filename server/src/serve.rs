//! Runs the server until it is stopped.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

use crate::hall::Hall;
use crate::http;

/// A server that listens, but doesn't answer yet.
pub struct Bound {
    hall: Arc<Hall>,
    runtime: Runtime,
    listener: TcpListener,
    stop: Arc<Notify>,
}

/// Binds an address. With port 0 the system chooses one.
///
/// # Errors
/// The address can't be used: another program has the port, for example.
pub fn bind(hall: Hall, address: SocketAddr) -> io::Result<Bound> {
    let mut runtime = Builder::new_multi_thread();
    let runtime = runtime.enable_all().thread_stack_size(STACK).max_blocking_threads(THREADS).build()?;
    let listener = runtime.block_on(TcpListener::bind(address))?;
    hall.runs_on(runtime.handle().clone());
    Ok(Bound { hall: Arc::new(hall), runtime, listener, stop: Arc::default() })
}

/// Stack of each thread, in bytes: rules may nest deep.
const STACK: usize = 8 << 20;

/// Maximum number of threads that wait for the database or draw pages. More would cost memory and switches between
/// them; further requests wait.
const THREADS: usize = 64;

impl Bound {
    /// Returns the address to which the server listens.
    ///
    /// # Errors
    /// The system doesn't know it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    pub fn hall(&self) -> Arc<Hall> {
        self.hall.clone()
    }

    /// Returns a function that stops the server, for a signal handler.
    pub fn stopper(&self) -> impl Fn() + Send + Sync + 'static {
        let stop = self.stop.clone();
        move || stop.notify_one()
    }

    /// Answers requests until the server is stopped. Open connections are closed then.
    ///
    /// # Errors
    /// The connection to the network was lost.
    pub fn run(self) -> io::Result<()> {
        let Bound { hall, runtime, listener, stop } = self;
        let warm = hall.clone();
        let begin = move || {
            warm.resume();
            warm.warm();
        };
        thread::Builder::new().stack_size(STACK).spawn(begin)?;
        let done = runtime.block_on(async move {
            tokio::select! {
                done = http::run(hall, listener) => done,
                () = stop.notified() => Ok(()),
            }
        });
        runtime.shutdown_background();
        done
    }
}
