// Preloaded into the server: SIGUSR2 causes an uncaught error.
process.on('SIGUSR2', () => {
  if (process.env.BREAKS === 'rejects') void Promise.reject(new Error('broken on purpose'));
  else throw new Error('broken on purpose');
});
