import { uuidv7 } from 'uuidv7';
import type { HealthRecord, NewHealthRecord } from '#contract/health.ts';
import { latestToday } from '#domain/dates.ts';
import { weightInDescription, validateCheckupDate, validateWeight } from '#domain/health-records.ts';
import { parsePounds } from '#domain/weights.ts';
import { findAnimal, updateAnimal } from '#server/animals/animals.queries.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { Problem } from '#server/problem.ts';
import { ensureRowsFor } from '#server/plans/farm-rows.ts';
import { hasRecordAfter, insertHealthRecord, readHealthRecord } from './health.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

/** Sent again with the same id and content it answers the stored record and adds none. */
export function addHealthRecord(
  { db, now }: Needs,
  farmId: FarmId,
  { id = uuidv7(), ...given }: NewHealthRecord,
): Promise<HealthRecord> {
  return inFarmTransaction(db, farmId, async (tx) => {
    let added: HealthRecord | undefined;
    await createOnce(tx, 'health_records', farmId, { id, ...given }, async (createDigest) => {
      const weightGrams = gramsOf(given);
      const moment = now();
      const animal = await findAnimal(tx, farmId, given.animalId);
      if (!animal || animal.isReference) throw new Problem('animals.not_found');
      const violation = validateCheckupDate(given.date, latestToday(moment), animal);
      if (violation !== undefined) throw Problem.field('date', violation);
      await ensureRowsFor(tx, farmId, { events: 1 });
      await markAnimal(tx, farmId, given, moment);
      added = await insertHealthRecord(tx, farmId, {
        id,
        animal_id: given.animalId,
        date: given.date,
        record_type: given.recordType,
        health_status: given.healthStatus,
        description: given.description,
        weight_grams: weightGrams,
        veterinarian: given.veterinarian,
        medication: given.medication,
        dosage: given.dosage,
        next_due_date: given.nextDueDate ?? null,
        notes: given.notes,
        cdnt: given.cdnt,
        hoofs_trimmed: given.hoofsTrimmed,
        dewormed: given.dewormed,
        create_digest: createDigest,
        created_at: moment.toISOString(),
      });
      return added !== undefined;
    });
    return added ?? readHealthRecord(tx, farmId, id);
  });
}

/** The weight as a number or, where only the generated description carries it, read from there. */
function gramsOf({ weightLbs, description }: NewHealthRecord): number | null {
  const typed = weightLbs === undefined || weightLbs === null ? weightInDescription(description) : String(weightLbs);
  if (typed === undefined) return null;
  const why = validateWeight(typed);
  if (why !== undefined) throw Problem.field('weightLbs', why);
  return parsePounds(typed) ?? null;
}

/**
 * The newest record by date, and of a day the last entered, sets the animal's health status; CD&T its vaccination (rule 20).
 * Any record counts as a change of the animal: who has read it before must not overwrite or undo it unknowingly.
 */
async function markAnimal(
  tx: Tx,
  farmId: FarmId,
  { animalId, date, healthStatus, cdnt }: NewHealthRecord,
  now: Date,
): Promise<void> {
  const isNewest = !(await hasRecordAfter(tx, farmId, animalId, date));
  const marks = { ...(isNewest && { health_status: healthStatus }), ...(cdnt && { vaccinated: true }) };
  await updateAnimal(tx, farmId, animalId, marks, now.toISOString());
}
