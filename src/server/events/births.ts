import { uuidv7 } from 'uuidv7';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import { animalOfYoung, provisionalTag } from '#domain/journal/births.ts';
import { isSireUnknown } from '#domain/matings.ts';
import type { EventDetail } from '#domain/records/events.ts';
import { ensureRoomFor } from '#server/animals/animal-cap.ts';
import { newAnimalRow } from '#server/animals/animal-fields.ts';
import { validateAnimal } from '#server/animals/animal-validation.ts';
import { deleteAnimalRows, insertAnimal } from '#server/animals/animals.queries.ts';
import { deleteRecordsOf } from '#server/breeding/animal-records.ts';
import { endMating, findMating, reopenMating } from '#server/breeding/matings.queries.ts';
import { created, deleted, logChanges, type Act } from '#server/db/changes.ts';
import { readOwnIds } from '#server/db/own-ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { addToJournal } from '#server/journal/change-journal.ts';
import { isRecord } from '#server/journal/journal.queries.ts';
import { eventsOfNewAnimals, newEvent } from '#server/journal/own-fields.ts';
import { Problem } from '#server/problem.ts';
import { readAnimals } from './events.queries.ts';

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

/** Adds the young as animals with their parents, and marks their mating as successful. Resolves with the detail to store. */
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
  const named = new Set(event.young.map(({ id }) => id));
  if (replaced) {
    await deleteUnused(
      tx,
      act,
      idsOf(replaced).filter((id) => !named.has(id)),
      now,
    );
    if (replaced.breedingId !== null) await reopenMating(tx, act, replaced.breedingId, now);
  }
  const mating = isSireUnknown(event)
    ? undefined
    : await findMating(tx, farmId, { id: event.breedingId, damId: dam.id, sireId: event.sireId, day });
  const sireId = event.sireId ?? mating?.fatherId ?? null;
  const sire = sireId === null ? undefined : (await readAnimals(tx, farmId, [sireId])).get(sireId);

  const added = event.young.filter((each) => each.state !== 'stillborn' && !isKnown(each));
  await ensureRoomFor(tx, farmId, {
    active: added.filter(({ state }) => state === 'alive').length,
    animals: added.length,
  });
  const young: Young[] = [];
  for (const [index, each] of event.young.entries()) {
    if (!added.includes(each)) {
      young.push(each);
      continue;
    }
    const id = each.id ?? uuidv7();
    const tagNumber = each.tagNumber ?? provisionalTag(dam.tagNumber, day, index);
    await addYoung(tx, act, { ...each, id, tagNumber }, { dam, sire, day, path, index }, now);
    young.push({ ...each, id, tagNumber });
  }
  if (mating) {
    const ids = young.flatMap(({ id }) => id ?? []);
    // Some may have been deleted since the birth that this one corrects.
    const own = await readOwnIds(tx, farmId, 'animals', ids);
    await endMating(tx, act, mating.id, { now, day, offspringIds: ids.filter((id) => own.has(id)) });
  }
  return { sireId, sireCertainty, breedingId: mating?.id ?? null, ease, young };
}

const idsOf = (birth: Birth | undefined): string[] => birth?.young.flatMap(({ id }) => id ?? []) ?? [];

interface Parentage {
  readonly dam: Dam;
  readonly sire: Dam | undefined;
  readonly day: string;
  readonly path: string;
  readonly index: number;
}

async function addYoung(
  tx: Tx,
  act: Act,
  { id, ...young }: Young & { readonly id: string; readonly tagNumber: string },
  { dam, sire, day, path, index }: Parentage,
  now: Date,
): Promise<void> {
  const { farmId } = act;
  const at = now.toISOString();
  const fields = animalOfYoung(young, { dam, sire, day });
  const changed = new Set(Object.keys(fields) as (keyof typeof fields)[]);
  const errors = await validateAnimal(tx, farmId, { id, fields, changed, isNew: true }, now);
  if (errors.length > 0) {
    throw new Problem('request.invalid', {
      errors: errors.map(({ path: field, message }) => ({
        path: path + (pathOfParent[field] ?? `young.${index}.${field}`),
        message,
      })),
    });
  }
  const row = newAnimalRow(id, fields, { createDigest: bornDigest, now: at });
  if (!(await insertAnimal(tx, farmId, row))) throw new Problem('create.conflict');
  await logChanges(tx, act, now, [created('animal', id)]);
  const death = young.state === 'died' ? [newEvent({ kind: 'death', animalId: id, day, detail: {} }, at)] : [];
  await addToJournal(tx, act, [...eventsOfNewAnimals([row]), ...death], at);
}

/** Stored instead of the digest of a create request, so that no request can be a retry of an animal that was born here. */
const bornDigest = 'birth';

const pathOfParent: Readonly<Record<string, string>> = { motherId: 'animalId', fatherId: 'sireId', birthDate: 'day' };

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
          eb.exists(
            eb
              .selectFrom('animal_tags')
              .select('animal_tags.id')
              .where('animal_tags.farm_id', '=', farmId)
              .whereRef('animal_tags.animal_id', '=', 'animals.id'),
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
  const animals = await deleteAnimalRows(tx, farmId, removed);
  await logChanges(
    tx,
    act,
    now,
    animals.map(({ id, ...fields }) => deleted('animal', id, fields)),
  );
}
