/** Waits so long for an answer and no longer; what comes of it later, nobody hears. */
export async function within<T>(ms: number, who: string, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${who} did not answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}
