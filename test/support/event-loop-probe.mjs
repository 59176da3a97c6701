// Loaded before the server in tests: tells on SIGUSR2 how long the longest turn of its event loop was since it was asked last, in
// the processor's time, not the clock's: the machine may have other work to do. And what its memory is used for.
let last = process.threadCpuUsage();
let longestMs = 0;
const turn = () => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (user + system) / 1000);
};
setInterval(turn, 1).unref();
process.on('SIGUSR2', () => {
  console.log(`longest turn: ${longestMs.toFixed(1)} ms`);
  longestMs = 0;
  const kinds = Object.entries(process.memoryUsage()).map(([kind, bytes]) => `${kind} ${Math.round(bytes / 1024 / 1024)}`);
  console.log(`memory in MB: ${kinds.join(', ')}`);
});
