// Preloaded into the server: SIGUSR2 blocks its thread for ever, so that it handles no further signal.
process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
