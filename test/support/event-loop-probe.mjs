// Preloaded into the server: on SIGUSR2 prints the memory usage by kind and the longest time that the event loop was blocked since
// the last signal, in ms of processor time, so that other load of the machine does not count.
let last = process.threadCpuUsage();
let longestMs = 0;
const tick = () => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (user + system) / 1000);
};
setInterval(tick, 1).unref();
process.on('SIGUSR2', () => {
  console.log(`longest block: ${longestMs.toFixed(1)} ms`);
  longestMs = 0;
  const kinds = Object.entries(process.memoryUsage()).map(([kind, bytes]) => `${kind} ${Math.round(bytes / 1024 / 1024)}`);
  console.log(`memory in MB: ${kinds.join(', ')}`);
});
