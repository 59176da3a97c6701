// Loaded before the server in tests: its thread stands still from then on, as in a step that never ends, and hears no signal.
process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
