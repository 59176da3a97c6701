import { addressKey } from '#server/concurrency/address-key.ts';
import type { RateLimiter } from '#server/http/limits.ts';

const wrongLinks = { hits: 20, seconds: 3600 };
const tooMany = 'Too many links were tried. Wait a while and try again.';

/** Limits how many links of a kind can be guessed from one network address; links that work do not count. */
export const attemptLink = <T>(
  limits: Pick<RateLimiter, 'attempt'>,
  kind: 'invitation' | 'registration-link' | 'confirm' | 'revert',
  ip: string,
  work: () => Promise<T>,
): Promise<T> => limits.attempt(`${kind}:${addressKey(ip)}`, wrongLinks, tooMany, work);
