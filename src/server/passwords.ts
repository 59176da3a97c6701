import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '#server/concurrency/semaphore.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash (an unknown name) it takes the same time and resolves with false. */
  isRight(password: string, passwordHash: string | undefined): Promise<boolean>;
}

// OWASP Password Storage: argon2id with 46 MiB, one pass, one lane.
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${zeros(16)}$${zeros(32)}`;

/**
 * Each hash takes 46 MiB and a core for a while, so only a few run concurrently, leaving one core free; others wait, and past `waiting` they
 * get 503.
 */
export function createPasswords(running = Math.min(4, Math.max(1, availableParallelism() - 1)), waiting = 50): Passwords {
  const hashing = new Semaphore({ name: 'passwords', capacity: running, waiting, perCaller: running });
  return {
    hash: (password) => hashing.run(() => hash(password, cost)),
    isRight: async (password, passwordHash) => {
      const matches = await hashing.run(() => verify(passwordHash ?? dummyHash, password));
      return matches && passwordHash !== undefined;
    },
  };
}
