import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '#server/passwords.ts';

const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The product's algorithm at the lowest cost it takes: a registration then costs a hundredth. It knows hashes of any cost. */
export const cheapPasswords: Passwords = {
  hash: (password) => hash(password, cost),
  isRight: async (password, stored) => stored !== undefined && (await verify(stored, password)),
};
