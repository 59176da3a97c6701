import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { TestServer } from './engines.ts';

/** argon2 is too slow for a test that makes thousands of attempts. */
export function useFastPasswordHash({ app: { deps } }: TestServer): void {
  const hash = (password: string): string => createHash('sha256').update(password).digest('hex');
  vi.spyOn(deps.passwords, 'hash').mockImplementation(async (password) => hash(password));
  vi.spyOn(deps.passwords, 'isRight').mockImplementation(async (password, stored) => hash(password) === stored);
}
