import type { OperationResult } from '#contract/sync.ts';
import type { Cursor } from '../copy/database.ts';
import type { Page } from '../copy/read-farm.ts';

export type Message =
  | { readonly type: 'operations' }
  | { readonly type: 'results'; readonly results: readonly OperationResult[] }
  | { readonly type: 'rows'; readonly page: Page; readonly from: Cursor | undefined; readonly to: Cursor };

/** Other windows of this browser in which the same person works on the same farm. */
export class OtherWindows {
  readonly #channel: BroadcastChannel;
  #isClosed = false;

  constructor(name: string, onMessage: (message: Message) => Promise<void>) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      onMessage(data).catch((error: unknown) => this.#isClosed || console.error(error));
    });
  }

  tell(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel has no other origin.
    if (!this.#isClosed) this.#channel.postMessage(message);
  }

  close(): void {
    this.#isClosed = true;
    this.#channel.close();
  }
}
