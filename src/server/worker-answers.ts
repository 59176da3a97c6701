import { parentPort } from 'node:worker_threads';

export const askForNext = 'next';

/** The worker's end of worker-thread.ts: sends the messages one by one on request; other messages go to `receive`. */
export function answerWith<Out, In = never>(messages: AsyncIterator<Out>, receive: (message: In) => void = () => {}): void {
  parentPort?.on('message', async (message: In | typeof askForNext) => {
    if (message !== askForNext) return receive(message);
    const { value } = await messages.next();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(value);
  });
}
