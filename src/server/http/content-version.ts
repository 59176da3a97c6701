import { hash } from 'node:crypto';

/** The version of what has no counter of its own: other content, or the same in another order, is another version. */
export const contentVersion = (content: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22);
