import { setTimeout } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { isAny } from '#server/db/rows.ts';
import { Problem } from '#server/problem.ts';
import { dayMs } from '#server/time-after.ts';
import type { Db } from './engines/connect.ts';
import type { FarmId } from './farm-id.ts';

/** A filling whose server has not written a batch for so long is finished or taken back by another one. */
const leaseMs = 60_000;
const longestWaitMs = 20_000;
const pollMs = 100;

/** Thrown while a farm is filled: what must wait, or whose filling another server has taken over. */
export class FarmFilling extends Problem {
  constructor() {
    super('farm.filling', { retryAfter: 5 });
  }
}

export type FillingKind = 'plan' | 'import' | 'undo' | 'archive';

/**
 * A large write of a farm, in many transactions, or its planning. `subject` is the import's id. `from` is the farm's revision before it.
 */
export class Filling {
  readonly kind: FillingKind;
  readonly subject: string;
  readonly token: string;
  readonly from: number;

  constructor(kind: FillingKind, subject: string, from: number, token = `${kind}:${subject}:${uuidv7()}`) {
    this.kind = kind;
    this.subject = subject;
    this.from = from;
    this.token = token;
  }

  until(now: number): string {
    return new Date(now + leaseMs).toISOString();
  }
}

export const isAnyFilling = (db: Db): Promise<boolean> =>
  isAny(db.selectFrom('farms').select('id').where('filling', 'is not', null).limit(1));

export async function isFilling(db: Db, farmId: FarmId): Promise<boolean> {
  const farm = await db.selectFrom('farms').select('filling').where('id', '=', farmId).executeTakeFirst();
  return (farm?.filling ?? null) !== null;
}

/** Throws `farm.filling` if the farm is not filled soon. */
export async function waitUntilFilled(db: Db, farmId: FarmId): Promise<void> {
  const deadline = performance.now() + longestWaitMs;
  while (await isFilling(db, farmId)) {
    if (performance.now() > deadline) throw new FarmFilling();
    await setTimeout(pollMs);
  }
}

/** Fillings whose server has ended. */
export const listLeftFillings = (db: Db, now: Date) =>
  db
    .selectFrom('farms')
    .select(['id', 'filling', 'filling_from as from'])
    .where('filling', 'is not', null)
    // One that ends after tomorrow was begun while the clock was ahead.
    .where((eb) =>
      eb.or([eb('filling_until', '<', now.toISOString()), eb('filling_until', '>', new Date(Date.now() + dayMs).toISOString())]),
    )
    .execute();

/** Those that are left, now in the hands of the caller. */
export async function takeOverFillings(db: Db, now: Date): Promise<{ farmId: string; filling: Filling }[]> {
  const left = await listLeftFillings(db, now);
  const taken: { farmId: string; filling: Filling }[] = [];
  for (const { id, filling: token, from } of left) {
    const [kind, subject = ''] = token?.split(':') ?? [];
    const filling = new Filling(kind as FillingKind, subject, from ?? 0);
    const { numUpdatedRows } = await db
      .updateTable('farms')
      .set({ filling: filling.token, filling_until: filling.until(now.getTime()) })
      .where('id', '=', id)
      .where('filling', '=', token)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) taken.push({ farmId: id, filling });
  }
  return taken;
}

/** At the start of the only server of a database, and after a restore: whatever was being written has ended with the server before. */
export const endFillings = async (db: Db): Promise<void> => {
  await db.updateTable('farms').set({ filling_until: '' }).where('filling', 'is not', null).execute();
};
