// Loaded before the server in tests: breaks something that nobody catches, as a fault in the program would.
process.on('SIGUSR2', () => {
  if (process.env.BREAKS === 'rejects') void Promise.reject(new Error('broken on purpose'));
  else throw new Error('broken on purpose');
});
