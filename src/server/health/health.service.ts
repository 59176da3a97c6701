import { uuidv7 } from 'uuidv7';
import type { HealthRecord, HealthRecordChange, NewHealthRecord, StoredHealthRecord } from '#contract/health.ts';
import { latestToday } from '#domain/values/dates.ts';
import { validateCheckupDate } from '#domain/records/health-records.ts';
import { checkupOf, inPounds, validateCheckupWeight, type CheckupInput } from '#domain/journal/checkups.ts';
import type { EventDetail } from '#domain/records/events.ts';
import { findAnimal } from '#server/animals/animals.queries.ts';
import type { Deps } from '#server/deps.ts';
import type { Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { definedFields } from '#domain/values/defined-fields.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { changeJournal } from '#server/journal/change-journal.ts';
import { findStoredEvent, moveEvent } from '#server/journal/journal.queries.ts';
import { Problem } from '#server/problem.ts';
import { ensureRowsFor } from '#server/plans/row-limits.ts';
import { findHealthRecord } from './health.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

export function addHealthRecord(
  { db, now }: Needs,
  act: Act,
  { id = uuidv7(), ...input }: NewHealthRecord,
): Promise<HealthRecord> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    await createOnce(tx, 'events', farmId, { id, ...input }, async (createDigest) => {
      const moment = now();
      const detail = toDetail(input);
      await ensureValid(tx, farmId, input, moment);
      await ensureRowsFor(tx, farmId, { events: 1 });
      const createdAt = moment.toISOString();
      const { animalId, date: day } = input;
      await changeJournal(tx, act, createdAt, {
        add: [{ id, kind: 'checkup', animalId, day, detail, createDigest, createdAt }],
        touchesAnimals: true,
      });
      return true;
    });
    return inPounds(await readHealthRecord(tx, farmId, id));
  });
}

/**
 * The record keeps its id; its previous content becomes another, voided event, which `replaces_id` refers to. A change that is already
 * stored is accepted with an old version, so that a retry never conflicts with itself.
 */
export function changeHealthRecord(
  { db, now }: Needs,
  act: Act,
  id: string,
  { version: base, ...change }: HealthRecordChange,
): Promise<HealthRecord> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const { id: _, version, createdAt, ...before } = await readHealthRecord(tx, farmId, id);
    const after = { ...before, ...definedFields(change) };
    if (Object.entries(after).every(([name, value]) => before[name as keyof typeof before] === value)) {
      return inPounds({ ...before, id, version, createdAt });
    }
    if (base !== undefined && base !== version) throw new Problem('record.stale');
    const moment = now();
    const detail = toDetail(after);
    await ensureValid(tx, farmId, after, moment);
    const { createDigest, event } = await findStoredEvent(tx, farmId, id);
    const formerId = uuidv7();
    await moveEvent(tx, farmId, id, formerId);
    const { animalId, date: day } = after;
    await changeJournal(tx, act, moment.toISOString(), {
      void: [{ ...event, id: formerId }],
      add: [{ id, kind: 'checkup', animalId, day, detail, createDigest, createdAt, replacesId: formerId, version: version + 1 }],
      touchesAnimals: true,
    });
    return inPounds(await readHealthRecord(tx, farmId, id));
  });
}

/** The record is voided and stays in the history of its animal. */
export function removeHealthRecord({ db, now }: Needs, act: Act, id: string): Promise<void> {
  return inFarmTransaction(db, act.farmId, async (tx) => {
    await readHealthRecord(tx, act.farmId, id);
    const { event } = await findStoredEvent(tx, act.farmId, id);
    await changeJournal(tx, act, now().toISOString(), { void: [event], touchesAnimals: true });
  });
}

async function readHealthRecord(tx: Tx, farmId: FarmId, id: string): Promise<StoredHealthRecord> {
  const record = await findHealthRecord(tx, farmId, id);
  if (!record) throw new Problem('health.not_found');
  return record;
}

async function ensureValid(
  tx: Tx,
  farmId: FarmId,
  { animalId, date }: Pick<HealthRecord, 'animalId' | 'date'>,
  now: Date,
): Promise<void> {
  const animal = await findAnimal(tx, farmId, animalId);
  if (!animal || animal.isReference) throw new Problem('animals.not_found');
  const violation = validateCheckupDate(date, latestToday(now), animal);
  if (violation !== undefined) throw Problem.field('date', violation);
}

function toDetail(checkup: CheckupInput): EventDetail<'checkup'> {
  const violation = validateCheckupWeight(checkup);
  if (violation !== undefined) throw Problem.field('weightLbs', violation);
  return checkupOf(checkup);
}
