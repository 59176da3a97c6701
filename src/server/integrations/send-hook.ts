import { createHmac } from 'node:crypto';
import { productTitle } from '#domain/product.ts';
import { createGuardedPost, type PostOptions } from '#server/outbound/guarded-post.ts';

export interface SignedPost {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly at: Date;
}

/** Resolves with the HTTP status; rejects if there was no response. */
export type SendHook = (post: SignedPost, signal?: AbortSignal) => Promise<number>;

/** Sends a message as specified by Standard Webhooks 1.0.0. */
export function createHookSender(options: PostOptions = {}): SendHook {
  const post = createGuardedPost(options);
  return async ({ id, url, body, secrets, at }, signal) => {
    const seconds = Math.floor(at.getTime() / 1000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': `${productTitle} webhooks`,
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${seconds}.${body}`)).join(' '),
    };
    return post({ url, headers, body }, signal);
  };
}

const signatureOf = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64')}`;
