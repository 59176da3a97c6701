/** The longest time that the event loop is busy without a pause until `end`, in ms of this thread's processor time: other work of the machine does not count. */
export function measureBlocking(): { end(): number } {
  let last = process.threadCpuUsage();
  let longest = 0;
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  };
  const timer = setInterval(turn, 1);
  return {
    end() {
      clearInterval(timer);
      turn();
      return longest;
    },
  };
}

/** The same while `work` runs, and for the turn after it: what begins with the answer belongs to the request as well. */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  const busy = measureBlocking();
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 2));
  } finally {
    busy.end();
  }
  return busy.end();
}
