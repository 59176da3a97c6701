import { getEnvironmentData, parentPort } from 'node:worker_threads';
import { setCurrency } from '#domain/values/money.ts';

export const askForNext = 'next';
/** The name under which a thread finds the currency of the installation. */
export const currencyOfThreads = 'currency';

/** The worker's end of worker-thread.ts: sends the messages one by one on request, and adds what it is sent to its lists. */
export function answerWith<Out>(
  messages: AsyncIterator<Out> | Iterator<Out>,
  lists: Readonly<Record<string, unknown[]>> = {},
): void {
  const currency = getEnvironmentData(currencyOfThreads);
  if (typeof currency === 'string') setCurrency(() => currency);
  parentPort?.on('message', async (message: Readonly<Record<string, readonly unknown[]>> | typeof askForNext) => {
    if (message !== askForNext) {
      for (const [name, items] of Object.entries(message)) for (const item of items) lists[name]?.push(item);
      return;
    }
    const { value } = await messages.next();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(value);
  });
}
