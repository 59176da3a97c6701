import { parentPort } from 'node:worker_threads';

/** What the server's own thread sends for the next message. */
export const askForNext = 'next';

/** The other end of worker-thread.ts: gives the messages out one by one, each when it is asked for; whatever else is sent goes to `receive`. */
export function answerWith<Out, In = never>(messages: AsyncIterator<Out>, receive: (message: In) => void = () => {}): void {
  parentPort?.on('message', async (message: In | typeof askForNext) => {
    if (message !== askForNext) return receive(message);
    const { value } = await messages.next();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(value);
  });
}
