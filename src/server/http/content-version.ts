import { hash } from 'node:crypto';

export const contentVersion = (content: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22);
