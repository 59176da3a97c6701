import { uuidv7 } from 'uuidv7';
import { newAnimalId } from '#server/new-animal-id.ts';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import { animalOfYoung, bornIds, provisionalTag, seatYoung } from '#domain/journal/births.ts';
import { isSireUnknown } from '#domain/breeding/matings.ts';
import type { EventDetail } from '#domain/records/events.ts';
import { ensureRoomFor, readRoom } from '#server/animals/animal-cap.ts';
import { newAnimalRow } from '#server/animals/animal-fields.ts';
import { validateAnimal } from '#server/animals/animal-validation.ts';
import { deleteAnimalRows, insertAnimal } from '#server/animals/animals.queries.ts';
import { deleteRecordsOf } from '#server/breeding/animal-records.ts';
import { endMating, findMating, reopenMating, setOffspring } from '#server/breeding/matings.queries.ts';
import { created, deleted, logChanges, type Act } from '#server/db/changes.ts';
import { readOwnIds } from '#server/db/own-ids.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { addToJournal, deleteEventsOf } from '#server/journal/change-journal.ts';
import { isRecord } from '#server/journal/journal.queries.ts';
import { eventsOfNewAnimals, newEvent } from '#server/journal/own-fields.ts';
import { Problem } from '#server/problem.ts';
import { listBirthsWithWaiting, readAnimals, updateYoung } from './events.queries.ts';

type NewBirth = Extract<NewEvent, { kind: 'birth' }>;
export type Birth = Extract<RecordedEvent, { kind: 'birth' }>;
type Dam = Awaited<ReturnType<typeof readAnimals>> extends Map<string, infer A> ? A : never;
type Young = NewBirth['young'][number];

interface BirthToWrite {
  readonly event: NewBirth;
  readonly dam: Dam;
  /** The birth that this one corrects, whose young stay the same animals. */
  readonly replaced: Birth | undefined;
  /** The voided birth that is recorded again; young that were not deleted are the same animals. */
  readonly restored?: Birth | undefined;
  /** The prefix of field names in errors. */
  readonly path: string;
}

/**
 * Adds the young as animals with their parents, as far as the plan has room; the others wait in the birth (rule 51). Marks their mating as
 * successful. Resolves with the detail to store.
 */
export async function addBirth(
  tx: Tx,
  act: Act,
  { event, dam, replaced, restored, path }: BirthToWrite,
  now: Date,
): Promise<EventDetail<'birth'>> {
  const { farmId } = act;
  const { day, sireCertainty, ease } = event;
  const known = new Set(idsOf(replaced));
  for (const id of await readOwnIds(tx, farmId, 'animals', idsOf(restored))) known.add(id);
  const isKnown = ({ id }: Young): boolean => id !== null && known.has(id);
  if (replaced) await takeBackReplaced(tx, act, replaced, event.young, now);
  const mating = isSireUnknown(event)
    ? undefined
    : await findMating(tx, farmId, { id: event.breedingId, damId: dam.id, sireId: event.sireId, day });
  const sireId = event.sireId ?? mating?.fatherId ?? null;
  const sire = sireId === null ? undefined : (await readAnimals(tx, farmId, [sireId])).get(sireId);

  const young = await addLitter(tx, act, event.young, { parents: { dam, sire, day }, path, isKnown }, now);
  if (mating) {
    const ids = bornIds(young);
    // Some may have been deleted since the birth that this one corrects.
    const own = await readOwnIds(tx, farmId, 'animals', ids);
    await endMating(tx, act, mating.id, { now, day, offspringIds: ids.filter((id) => own.has(id)) });
  }
  return { sireId, sireCertainty, breedingId: mating?.id ?? null, ease, young };
}

interface LitterToAdd {
  readonly parents: Parentage;
  readonly path: string;
  readonly isKnown: (young: Young) => boolean;
}

/** Resolves with the young as stored. */
async function addLitter(
  tx: Tx,
  act: Act,
  litter: readonly Young[],
  { parents, path, isKnown }: LitterToAdd,
  now: Date,
): Promise<Young[]> {
  const { farmId } = act;
  const seated = seatYoung(litter, (await readRoom(tx, farmId)).active, isKnown);
  await ensureRoomFor(tx, farmId, { active: 0, animals: seated.filter(({ isAdded }) => isAdded).length });
  const young: Young[] = [];
  for (const [index, { young: each, isAdded }] of seated.entries()) {
    if (isAdded || each.waits) {
      const named = withTag(each, parents, index);
      await ensureValid(tx, farmId, named, parents, { path, index, now });
      if (isAdded && !(await addYoung(tx, act, named, parents, now))) throw new Problem('create.conflict');
      young.push(named);
    } else {
      young.push(each);
    }
  }
  return young;
}

const withTag = (young: Young, { dam, day }: Parentage, index: number): NamedYoung => ({
  ...young,
  id: young.id ?? newAnimalId(),
  tagNumber: young.tagNumber ?? provisionalTag(dam.tagNumber, day, index),
});

/** Deletes the young that the correction names no more. */
async function takeBackReplaced(tx: Tx, act: Act, replaced: Birth, young: readonly Young[], now: Date): Promise<void> {
  const named = new Set(young.map(({ id }) => id));
  const unnamed = idsOf(replaced).filter((id) => !named.has(id));
  await deleteUnused(tx, act, unnamed, now);
  if (replaced.breedingId !== null) await reopenMating(tx, act, replaced.breedingId, now);
}

const idsOf = (birth: Birth | undefined): string[] => bornIds(birth?.young ?? []);

interface Parentage {
  readonly dam: Dam;
  readonly sire: Dam | undefined;
  readonly day: string;
}

type NamedYoung = Young & { readonly id: string; readonly tagNumber: string };

interface Place {
  /** The prefix of field names in errors. */
  readonly path: string;
  readonly index: number;
  readonly now: Date;
}

async function ensureValid(
  tx: Tx,
  farmId: FarmId,
  young: NamedYoung,
  parents: Parentage,
  { path, index, now }: Place,
): Promise<void> {
  const fields = animalOfYoung(young, parents);
  const changed = new Set(Object.keys(fields) as (keyof typeof fields)[]);
  const errors = await validateAnimal(tx, farmId, { id: young.id, fields, changed, isNew: true }, now);
  if (errors.length === 0) return;
  throw new Problem('request.invalid', {
    errors: errors.map(({ path: field, message }) => ({
      path: path + (pathOfParent[field] ?? `young.${index}.${field}`),
      message,
    })),
  });
}

/** Resolves with false if the id belongs to another animal. */
async function addYoung(tx: Tx, act: Act, young: NamedYoung, parents: Parentage, now: Date): Promise<boolean> {
  const { farmId } = act;
  const at = now.toISOString();
  const row = newAnimalRow(young.id, animalOfYoung(young, parents), { createDigest: bornDigest, now: at });
  if (!(await insertAnimal(tx, farmId, row))) return false;
  await logChanges(tx, act, now, [created('animal', young.id)]);
  const { id: animalId, state } = young;
  const death = state === 'died' ? [newEvent({ kind: 'death', animalId, day: parents.day, detail: {} }, at)] : [];
  await addToJournal(tx, act, [...eventsOfNewAnimals([row]), ...death], at);
  return true;
}

/** Stored instead of the digest of a create request, so that no request can be a retry of an animal that was born here. */
const bornDigest = 'birth';

const pathOfParent: Readonly<Record<string, string>> = { motherId: 'animalId', fatherId: 'sireId', birthDate: 'day' };

/** How many young may be added, by the plan's cap and the limit of rows. */
export async function readRoomForYoung(db: Db | Tx, farmId: FarmId): Promise<number> {
  const { active, animals } = await readRoom(db, farmId);
  return Math.min(active, animals);
}

/** Adds the young that have waited for room, those of the oldest births first, as far as there is room now. */
export async function addWaitingYoung(tx: Tx, act: Act, now: Date): Promise<void> {
  const { farmId } = act;
  let room = await readRoomForYoung(tx, farmId);
  for (const birth of room > 0 ? await listBirthsWithWaiting(tx, farmId, room) : []) {
    if (room <= 0) break;
    const animals = await readAnimals(
      tx,
      farmId,
      [birth.animalId, birth.sireId].filter((id) => id !== null),
    );
    const dam = animals.get(birth.animalId);
    if (!dam) continue;
    const parents = { dam, sire: birth.sireId === null ? undefined : animals.get(birth.sireId), day: birth.day };
    const young: Young[] = [];
    for (const [index, each] of birth.young.entries()) {
      if (!each.waits || each.state !== 'alive' || room <= 0) {
        // Only a file can say that a dead one waits.
        young.push({ ...each, waits: each.waits && each.state === 'alive' });
        continue;
      }
      room -= 1;
      let named = { ...withTag(each, parents, index), waits: false };
      if (!(await addYoung(tx, act, named, parents, now))) {
        named = { ...named, id: uuidv7() };
        await addYoung(tx, act, named, parents, now);
      }
      young.push(named);
    }
    await updateYoung(tx, farmId, birth.id, young);
    if (birth.breedingId === null) continue;
    const own = await readOwnIds(tx, farmId, 'animals', bornIds(young));
    const offspringIds = bornIds(young).filter((id) => own.has(id));
    await setOffspring(tx, act, birth.breedingId, now, offspringIds);
  }
}

/** Deletes the young without other records; the others stay as animals. The mating is pending again. */
export async function takeBackBirth(tx: Tx, act: Act, birth: Birth, now: Date): Promise<void> {
  await deleteUnused(tx, act, idsOf(birth), now);
  if (birth.breedingId !== null) await reopenMating(tx, act, birth.breedingId, now);
}

async function deleteUnused(tx: Tx, act: Act, ids: readonly string[], now: Date): Promise<void> {
  const { farmId } = act;
  if (ids.length === 0) return;
  const used = await tx
    .selectFrom('events')
    .select('animal_id')
    .where('farm_id', '=', farmId)
    .where('animal_id', 'in', ids)
    .where(isRecord)
    .where('kind', '!=', 'death')
    .execute();
  const unused = await tx
    .selectFrom('animals')
    .select('id')
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .where('version', '=', 1)
    .where((eb) =>
      eb.not(
        eb.or([
          ...(['animal_tags', 'listing_details'] as const).map((table) =>
            eb.exists(
              eb
                .selectFrom(table)
                .select(`${table}.animal_id`)
                .where(`${table}.farm_id`, '=', farmId)
                .whereRef(`${table}.animal_id`, '=', 'animals.id'),
            ),
          ),
          ...(['mother_id', 'father_id'] as const).flatMap((parent) => [
            eb.exists(
              eb
                .selectFrom('animals as child')
                .select('child.id')
                .where('child.farm_id', '=', farmId)
                .whereRef(`child.${parent}`, '=', 'animals.id'),
            ),
            eb.exists(
              eb
                .selectFrom('breeding_records as mating')
                .select('mating.id')
                .where('mating.farm_id', '=', farmId)
                .whereRef(`mating.${parent}`, '=', 'animals.id'),
            ),
          ]),
        ]),
      ),
    )
    .execute();
  const isUsed = new Set(used.map(({ animal_id }) => animal_id));
  const removed = unused.flatMap(({ id }) => (isUsed.has(id) ? [] : [id]));
  if (removed.length === 0) return;
  // Records that list them as offspring change too, which copies of the farm must get.
  for (const id of removed) await deleteRecordsOf(tx, act, id, now);
  await deleteEventsOf(tx, act, removed, now);
  const animals = await deleteAnimalRows(tx, farmId, removed);
  await logChanges(
    tx,
    act,
    now,
    animals.map(({ id, ...fields }) => deleted('animal', id, fields)),
  );
}
