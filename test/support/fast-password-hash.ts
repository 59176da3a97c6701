import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { House } from './engines.ts';

/** For laws about who knows what, or how often: a hash that costs nothing lets thousands of attempts be made instead of a few. */
export function useFastPasswordHash({ app: { deps } }: House): void {
  const hash = (password: string): string => createHash('sha256').update(password).digest('hex');
  vi.spyOn(deps.passwords, 'hash').mockImplementation(async (password) => hash(password));
  vi.spyOn(deps.passwords, 'isRight').mockImplementation(async (password, stored) => hash(password) === stored);
}
