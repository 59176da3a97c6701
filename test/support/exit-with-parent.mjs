// Loaded before the server in tests: when the test that started it is gone, however it went, the server ends as on SIGTERM.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'));
