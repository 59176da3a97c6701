export async function withTimeout<T>(timeoutMs: number, who: string, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${who} did not answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}
