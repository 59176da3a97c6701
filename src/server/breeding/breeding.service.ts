import { uuidv7 } from 'uuidv7';
import type { BreedingChange, BreedingRecord, NewBreedingRecord } from '#contract/breeding.ts';
import { dueDate } from '#domain/breeding/gestation.ts';
import type { Deps } from '#server/deps.ts';
import { changed, created, deleted, logChanges, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { Problem } from '#server/problem.ts';
import { definedFields } from '#domain/values/defined-fields.ts';
import { ensureRowsFor } from '#server/plans/row-limits.ts';
import { readRelatives, ensureValid, type Draft } from './breeding-validation.ts';
import {
  deleteBreedingRecords,
  deleteOffspring,
  fieldsOf,
  findBreedingRecord,
  insertBreedingRecord,
  insertOffspring,
  updateBreedingRecord,
  versionOf,
  type BreedingColumns,
} from './breeding.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

export function addBreedingRecord(
  { db, now }: Needs,
  act: Act,
  { id = uuidv7(), ...input }: NewBreedingRecord,
): Promise<BreedingRecord> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    let added: BreedingRecord | undefined;
    await createOnce(tx, 'breeding_records', farmId, { id, ...input }, async (createDigest) => {
      const moment = now();
      const draft = { ...defaults, ...definedFields(input) };
      const columns = await toValidColumns(tx, farmId, draft, undefined, moment);
      await ensureRowsFor(tx, farmId, { events: 1 });
      const createdAt = moment.toISOString();
      const row = { ...columns, id, create_digest: createDigest, created_at: createdAt };
      if (!(await insertBreedingRecord(tx, farmId, row))) return false;
      await insertOffspring(tx, farmId, id, draft.offspringIds);
      await logChanges(tx, act, moment, [created('breedingRecord', id)]);
      const fields = { ...draft, expectedDueDate: columns.expected_due_date };
      added = { ...fields, id, createdAt, version: versionOf(fields) };
      return true;
    });
    return added ?? readBreedingRecord(tx, farmId, id);
  });
}

/** A change that is already stored is accepted with an old version, so that a retry never conflicts with itself. */
export function changeBreedingRecord(
  { db, now }: Needs,
  act: Act,
  id: string,
  { version, ...input }: BreedingChange,
): Promise<BreedingRecord> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const before = await readBreedingRecord(tx, farmId, id);
    const after = { ...before, ...definedFields(input) };
    const isAlreadyStored =
      versionOf({ ...after, expectedDueDate: after.expectedDueDate ?? before.expectedDueDate }) === before.version;
    if (version !== undefined && version !== before.version && !isAlreadyStored) throw new Problem('record.stale');
    const moment = now();
    const columns = await toValidColumns(tx, farmId, after, before, moment);
    const stored = { ...after, expectedDueDate: columns.expected_due_date };
    const changes = changed('breedingRecord', id, before, stored);
    if (changes.length === 0) return before;
    await updateBreedingRecord(tx, farmId, id, columns);
    if (input.offspringIds) {
      await deleteOffspring(tx, farmId, id);
      await insertOffspring(tx, farmId, id, after.offspringIds);
    }
    await logChanges(tx, act, moment, changes);
    return { ...stored, version: versionOf(stored) };
  });
}

export function removeBreedingRecord({ db, now }: Needs, act: Act, id: string): Promise<void> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const record = await readBreedingRecord(tx, farmId, id);
    await deleteBreedingRecords(tx, farmId, [id]);
    await logChanges(tx, act, now(), [deleted('breedingRecord', id, fieldsOf(record))]);
  });
}

async function readBreedingRecord(tx: Tx, farmId: FarmId, id: string): Promise<BreedingRecord> {
  const record = await findBreedingRecord(tx, farmId, id);
  if (!record) throw new Problem('breeding.not_found');
  return record;
}

const defaults = {
  expectedDueDate: null,
  actualBirthDate: null,
  offspringIds: [],
  notes: null,
  outcome: 'pending',
} as const satisfies Partial<Draft>;

/** A missing due date is computed from the species (rule 21). */
async function toValidColumns(
  tx: Tx,
  farmId: FarmId,
  draft: Draft,
  before: Draft | undefined,
  now: Date,
): Promise<BreedingColumns> {
  const relatives = await readRelatives(tx, farmId, draft);
  const { mother } = ensureValid(draft, relatives, before, now);
  return {
    father_id: draft.fatherId,
    mother_id: draft.motherId,
    breeding_date: draft.breedingDate,
    expected_due_date: draft.expectedDueDate ?? dueDate(mother.species, draft.breedingDate),
    actual_birth_date: draft.actualBirthDate,
    notes: draft.notes,
    outcome: draft.outcome,
  };
}
