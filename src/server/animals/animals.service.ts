import { newAnimalId } from '#server/new-animal-id.ts';
import type { Animal, AnimalChange, NewAnimal } from '#contract/animals.ts';
import { latestToday, type CalendarDate } from '#domain/values/dates.ts';
import { validateCheckupDate } from '#domain/records/health-records.ts';
import { offerNote } from '#domain/journal/own-events.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import { changeFields, completeFields, differingFields, fieldsOf, isOffered } from '#domain/records/animal-values.ts';
import type { Deps } from '#server/deps.ts';
import { deleteTagsOf } from '#server/animal-tags/animal-tags.service.ts';
import { deleteRecordsOf } from '#server/breeding/animal-records.ts';
import { changed, created, deleted, logChanges, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { ensureRight, type InFarm } from '#server/http/guards.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { addToJournal, deleteEventsOf } from '#server/journal/change-journal.ts';
import { eventsOfNewAnimals, newEvent, recordOwnFields } from '#server/journal/own-fields.ts';
import { ensureNotInWithdrawal } from '#server/journal/withdrawals.ts';
import { ensureEidsFree } from '#server/journal/eids-in-use.ts';
import { Problem } from '#server/problem.ts';
import { countsAgainstCap, ensureRoomFor } from './animal-cap.ts';
import { validateAnimal, type Draft } from './animal-validation.ts';
import { changesSale, newAnimalRow, toColumns } from './animal-fields.ts';
import { readRemains } from './remains.ts';
import { clearParent, deleteAnimalRows, deleteImportChanges, findAnimal, insertAnimal, updateAnimal } from './animals.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;
type MemberAct = Act & Pick<InFarm, 'rights'>;

export async function readAnimal(db: Deps['db'] | Tx, farmId: FarmId, id: string): Promise<Animal> {
  const animal = await findAnimal(db, farmId, id);
  if (!animal) throw new Problem('animals.not_found');
  return animal;
}

export function addAnimal({ db, now }: Needs, act: MemberAct, { id = newAnimalId(), ...input }: NewAnimal): Promise<Animal> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    let added: Animal | undefined;
    await createOnce(tx, 'animals', farmId, { id, ...input }, async (createDigest) => {
      const fields = completeFields(input);
      const moment = now();
      const given = new Set(Object.keys(fields) as (keyof typeof fields)[]);
      if (changesSale(fields)) ensureRight(act, 'manage');
      await ensureValid(tx, farmId, { id, fields, changed: given, isNew: true }, moment);
      await ensureRoomFor(tx, farmId, { active: countsAgainstCap(fields) ? 1 : 0, animals: 1 });
      const row = newAnimalRow(id, fields, { createDigest, now: moment.toISOString() });
      added = await insertAnimal(tx, farmId, row);
      if (added) await logChanges(tx, act, moment, [created('animal', id)]);
      if (added) await addToJournal(tx, act, eventsOfNewAnimals([row]), row.created_at);
      return added !== undefined;
    });
    return added ?? readAnimal(tx, farmId, id);
  });
}

/** A change that is already stored is accepted with an old version, so that a retry never conflicts with itself. */
export function changeAnimal(
  { db, now }: Needs,
  act: MemberAct,
  id: string,
  { version, reason = null, day: sent, ...input }: AnimalChange,
): Promise<Animal> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const stored = await readAnimal(tx, farmId, id);
    const before = fieldsOf(stored);
    const fields = changeFields(before, input);
    const differing = differingFields(before, fields);
    if (differing.size === 0) return stored;
    if (changesSale(fields, before)) ensureRight(act, 'manage');
    if (version !== undefined && version !== stored.version) throw new Problem('record.stale');

    const moment = now();
    await ensureValid(tx, farmId, { id, fields, changed: differing }, moment);
    const at = moment.toISOString();
    if (sent !== undefined) ensureValidDay(sent, fields, before, moment);
    const day = sent ?? at.slice(0, 10);
    const isReturning = countsAgainstCap(fields) && !countsAgainstCap(before);
    if (isReturning) await ensureRoomFor(tx, farmId, { active: 1 });
    if (isSoldOrOffered(fields, before)) await ensureNotInWithdrawal(tx, act, [{ ...stored, reason }], day);
    await updateAnimal(tx, farmId, id, toColumns(fields, differing), at);
    if (isReturning) await ensureEidsFree(tx, farmId, [id]);
    await logChanges(tx, act, moment, changed('animal', id, before, fields));
    await recordOwnFields(tx, act, id, { before, after: fields, now: at, day, reason });
    if (isOffered(fields, before) && reason !== null) await recordOffer(tx, act, id, { reason, day, now: at });
    return readAnimal(tx, farmId, id);
  });
}

/** The day is validated only if an event is recorded on it. */
function ensureValidDay(day: CalendarDate, after: AnimalRecord, before: AnimalRecord, now: Date): void {
  if (after.status === before.status && !isSoldOrOffered(after, before)) return;
  const violation = validateCheckupDate(day, latestToday(now), after);
  if (violation !== undefined) throw Problem.field('day', violation);
}

function recordOffer(
  tx: Tx,
  act: Act,
  animalId: string,
  { reason, day, now }: { readonly reason: string; readonly day: CalendarDate; readonly now: string },
): Promise<void> {
  return addToJournal(tx, act, [newEvent({ ...offerNote(reason, day), animalId }, now)], now);
}

const isSoldOrOffered = (after: AnimalRecord, before: AnimalRecord): boolean =>
  (after.status === 'sold' && before.status !== 'sold') || isOffered(after, before);

export function deleteAnimal({ db, now }: Needs, act: Act, id: string): Promise<void> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const moment = now();
    await clearParent(tx, farmId, id, moment.toISOString(), (role, childIds) => {
      const fields = { [`${role}Id`]: [id, null] };
      return logChanges(
        tx,
        act,
        moment,
        childIds.map((childId) => ({ kind: 'animal', id: childId, fields })),
      );
    });
    await deleteRecordsOf(tx, act, id, moment);
    await deleteTagsOf(tx, act, [id], moment);
    await deleteEventsOf(tx, act, [id], moment);
    await deleteImportChanges(tx, farmId, id);
    const remains = await readRemains(tx, farmId, id);
    const [animal] = await deleteAnimalRows(tx, farmId, [id]);
    if (!animal) throw new Problem('animals.not_found');
    const { id: _, ...fields } = animal;
    await logChanges(tx, act, moment, [deleted('animal', id, { ...fields, ...remains })]);
  });
}

async function ensureValid(tx: Tx, farmId: FarmId, draft: Draft, now: Date): Promise<void> {
  const errors = await validateAnimal(tx, farmId, draft, now);
  if (errors.length > 0) throw new Problem('request.invalid', { errors });
}
