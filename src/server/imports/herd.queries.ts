import { setImmediate } from 'node:timers/promises';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { animalColumns } from '#server/db/record-columns.ts';
import type { Tx } from '#server/db/transaction.ts';

const pageSize = 500;

/** All animals of the farm, reference animals too, as an import compares with them. */
export async function readHerd(db: Db | Tx, farmId: FarmId): Promise<KnownAnimal[]> {
  const [mates, offspring] = [await readMates(db, farmId), await readOffspring(db, farmId)];
  const herd: KnownAnimal[] = [];
  for (let after = ''; ;) {
    const page = await db
      .selectFrom('animals')
      .select([...animalColumns, 'sale_price_cents as salePriceCents', 'version'])
      .where('farm_id', '=', farmId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    herd.push(...page.map((animal) => ({ ...animal, isMate: mates.has(animal.id), isOffspring: offspring.has(animal.id) })));
    if (page.length < pageSize) return herd;
    after = page.at(-1)?.id ?? '';
    await setImmediate();
  }
}

async function readMates(db: Db | Tx, farmId: FarmId): Promise<Set<string>> {
  const pairs = await db
    .selectFrom('breeding_records')
    .select(['mother_id', 'father_id'])
    .distinct()
    .where('farm_id', '=', farmId)
    .execute();
  return new Set(pairs.flatMap(({ mother_id, father_id }) => [mother_id, father_id]));
}

async function readOffspring(db: Db | Tx, farmId: FarmId): Promise<Set<string>> {
  const young = await db.selectFrom('breeding_offspring').select('animal_id').where('farm_id', '=', farmId).execute();
  return new Set(young.map(({ animal_id }) => animal_id));
}

/** The farm's animals that health records or breeding records speak of. */
export async function listRecorded(tx: Tx, farmId: FarmId): Promise<Set<string>> {
  const checked = await tx.selectFrom('health_records').select('animal_id').distinct().where('farm_id', '=', farmId).execute();
  const bred = [...(await readMates(tx, farmId)), ...(await readOffspring(tx, farmId))];
  return new Set([...checked.map(({ animal_id }) => animal_id), ...bred]);
}

/** Changes whenever anything of the farm does. */
export async function readRevision(db: Db | Tx, farmId: FarmId): Promise<number> {
  const { revision } = await db.selectFrom('farms').select('revision').where('id', '=', farmId).executeTakeFirstOrThrow();
  return revision;
}
