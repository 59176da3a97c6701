import { hash } from 'node:crypto';

/** The version of a record without a counter: a digest of its content and order. */
export const contentVersion = (content: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22);
