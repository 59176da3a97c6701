/** The longest turn of this thread's event loop while `work` ran, in milliseconds of the processor: other programs' work is not in it. */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let last = process.threadCpuUsage();
  let longestMs = 0;
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (user + system) / 1000);
  };
  const timer = setInterval(turn, 0);
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    clearInterval(timer);
  }
  return longestMs;
}
