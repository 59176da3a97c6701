import { getEnvironmentData, parentPort } from 'node:worker_threads';
import { setCurrency } from '#domain/values/money.ts';

export const askForNext = 'next';
/** The name under which a thread finds the currency of the installation. */
export const currencyOfThreads = 'currency';

/** The worker's end of worker-thread.ts: sends the messages one by one on request; other messages go to `receive`. */
export function answerWith<Out, In = never>(
  messages: AsyncIterator<Out> | Iterator<Out>,
  receive: (message: In) => void = () => {},
): void {
  const currency = getEnvironmentData(currencyOfThreads);
  if (typeof currency === 'string') setCurrency(() => currency);
  parentPort?.on('message', async (message: In | typeof askForNext) => {
    if (message !== askForNext) return receive(message);
    const { value } = await messages.next();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(value);
  });
}
