import { uuidv7 } from 'uuidv7';
import { type HelperPerson, maxHelpers } from '#contract/members.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';

export const listPeople = (db: Db, farmId: FarmId): Promise<HelperPerson[]> =>
  db.selectFrom('people').select(['id', 'name']).where('farm_id', '=', farmId).orderBy('name').orderBy('id').execute();

interface NewPerson {
  readonly id?: string | undefined;
  readonly name: string;
}

export const addPerson = ({ db }: Deps, { farmId }: InFarm, { id = uuidv7(), name }: NewPerson): Promise<HelperPerson> =>
  inFarmTransaction(db, farmId, async (tx) => {
    const people = await tx.selectFrom('people').select(['id', 'name']).where('farm_id', '=', farmId).execute();
    const known = people.find((person) => person.id === id);
    if (known && known.name !== name) throw new Problem('create.conflict');
    if (known) return known;
    if (people.length >= maxHelpers)
      throw new Problem('farm.full', { message: `A farm keeps the names of at most ${maxHelpers} people.` });
    const added = await tx
      .insertInto('people')
      .values({ farm_id: farmId, id, name })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (!added) throw new Problem('create.conflict');
    return added;
  });

export const changePerson = ({ db }: Deps, { farmId }: InFarm, id: string, name: string): Promise<HelperPerson> =>
  inFarmTransaction(db, farmId, async (tx) => {
    const changed = await tx
      .updateTable('people')
      .set({ name })
      .where('farm_id', '=', farmId)
      .where('id', '=', id)
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (!changed) throw new Problem('people.not_found');
    return changed;
  });

export const deletePerson = ({ db }: Deps, { farmId }: InFarm, id: string): Promise<void> =>
  inFarmTransaction(db, farmId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('people')
      .where('farm_id', '=', farmId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Problem('people.not_found');
  });
