import { hash, verify } from '@node-rs/argon2';
import { listSemaphores } from '#server/concurrency/semaphore.ts';
import type { Passwords } from '#server/passwords.ts';

const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The product's algorithm at its lowest cost, which makes a registration a hundred times cheaper. It verifies hashes of any cost. */
export const cheapPasswords: Passwords = {
  hash: (password) => hash(password, cost),
  isRight: async (password, stored) => stored !== undefined && (await verify(stored, password)),
};

/** For tests that fill the password queue of the last opened server. */
export function queuedPasswords(): Passwords {
  const queue = listSemaphores().findLast(({ name }) => name === 'passwords');
  if (!queue) throw new Error('The queue of passwords has another name');
  return {
    hash: (password) => queue.run(() => cheapPasswords.hash(password)),
    isRight: (password, stored) => queue.run(() => cheapPasswords.isRight(password, stored)),
  };
}

/** Counts the hashes that a server computes: they are what the time of an answer could reveal. */
export function countHashes({ deps }: { readonly deps: { readonly passwords: Passwords } }): () => number {
  let count = 0;
  const passwords = { ...deps.passwords };
  Object.assign(deps.passwords, {
    hash: (password) => {
      count += 1;
      return passwords.hash(password);
    },
    isRight: (password, stored) => {
      count += 1;
      return passwords.isRight(password, stored);
    },
  } satisfies Passwords);
  return () => count;
}
