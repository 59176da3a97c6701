import { uuidv7 } from 'uuidv7';
import { NewAnimal } from '#contract/animals.ts';
import { NewBreedingRecord } from '#contract/breeding.ts';
import { NewEvent } from '#contract/events.ts';
import { NewPlace } from '#contract/places.ts';
import { isSamplePlaceName, sampleFarm, samplePlaceIds } from '#domain/sample/sample-farm.ts';
import { sampleAnimalIds } from '#domain/sample/sample-ids.ts';
import { addAnimal, deleteAnimal } from '#server/animals/animals.service.ts';
import { addBreedingRecord } from '#server/breeding/breeding.service.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { isAny } from '#server/db/rows.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordEvents } from '#server/events/events.service.ts';
import { addEntry, deleteEntry } from '#server/farm-lists/farm-lists.service.ts';
import type { InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';

/** Added with the same calls as a farmer uses, as one act. Resolves with the number of animals. */
export const addSample = ({ db, now }: Deps, member: InFarm): Promise<number> =>
  inFarmTransaction(db, member.farmId, async (tx) => {
    const { farmId } = member;
    if (await hasAnimals(tx, farmId)) throw new Problem('sample.not_empty');
    const needs = { db: tx, now };
    const { places, animals, matings, events } = sampleFarm(farmId, {
      species: await speciesOf(tx, farmId),
      today: now().toISOString().slice(0, 10),
    });
    for (const place of places) await addEntry(needs, member, 'places', NewPlace.parse(place));
    for (const animal of animals) await addAnimal(needs, member, NewAnimal.parse(animal));
    for (const mating of matings) await addBreedingRecord(needs, member, NewBreedingRecord.parse(mating));
    await recordEvents(
      needs,
      member,
      events.map((event) => NewEvent.parse({ id: uuidv7(), ...event })),
    );
    return animals.length;
  });

/** Young are deleted first, so that their parents are not updated before they are deleted too. */
export const removeSample = ({ db, now }: Deps, member: InFarm): Promise<number> =>
  inFarmTransaction(db, member.farmId, async (tx) => {
    const found = await tx
      .selectFrom('animals')
      .select('id')
      .where('farm_id', '=', member.farmId)
      .where('id', 'in', sampleAnimalIds(member.farmId))
      .orderBy('id', 'desc')
      .execute();
    for (const { id } of found) await deleteAnimal({ db: tx, now }, member, id);
    for (const id of await listOwnPlaces(tx, member.farmId)) {
      if (!(await isUsed(tx, member.farmId, id))) await deleteEntry({ db: tx, now }, member, 'places', id);
    }
    return found.length;
  });

/** The places of the sample, except those that the farmer has given another name. */
async function listOwnPlaces(tx: Tx, farmId: FarmId): Promise<string[]> {
  const places = await tx
    .selectFrom('places')
    .select(['id', 'name'])
    .where('farm_id', '=', farmId)
    .where('id', 'in', samplePlaceIds(farmId))
    .execute();
  return places.flatMap(({ id, name }) => (isSamplePlaceName(name) ? [id] : []));
}

/** Whether records of the farm's own refer to a place. */
async function isUsed(tx: Tx, farmId: FarmId, id: string): Promise<boolean> {
  const named = `%${id}%`;
  const events = tx.selectFrom('events').select('id').where('farm_id', '=', farmId);
  const chores = tx.selectFrom('chores').select('id').where('farm_id', '=', farmId);
  const groups = tx.selectFrom('groups').select('id').where('farm_id', '=', farmId);
  const worklists = tx.selectFrom('worklists').select('id').where('farm_id', '=', farmId);
  const uses = [
    () => events.where('kind', '=', 'move').where('detail', 'like', named).limit(1).executeTakeFirst(),
    () => chores.where('place_id', '=', id).limit(1).executeTakeFirst(),
    () => groups.where('rule', 'like', named).limit(1).executeTakeFirst(),
    () => worklists.where('shared', 'like', named).limit(1).executeTakeFirst(),
  ];
  for (const find of uses) if (await find()) return true;
  return false;
}

const hasAnimals = (tx: Tx, farmId: FarmId): Promise<boolean> =>
  isAny(tx.selectFrom('animals').select('id').where('farm_id', '=', farmId).limit(1));

async function speciesOf(tx: Tx, farmId: FarmId): Promise<'goat' | 'sheep'> {
  const farm = await tx.selectFrom('farms').select('keeps').where('id', '=', farmId).executeTakeFirst();
  return farm?.keeps === 'sheep' ? 'sheep' : 'goat';
}
