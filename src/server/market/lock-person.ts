import type { Tx } from '#server/db/transaction.ts';

/** Prevents two concurrent requests from exceeding a limit of a person together. */
export const lockPerson = (tx: Tx, userId: string): Promise<{ confirmedAt: string | null }> =>
  tx
    .updateTable('users')
    .set({ id: userId })
    .where('id', '=', userId)
    .returning('email_confirmed_at as confirmedAt')
    .executeTakeFirstOrThrow();
