// Preloaded into the server: when the test process ends, for whatever reason, the server shuts down as on SIGTERM.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
