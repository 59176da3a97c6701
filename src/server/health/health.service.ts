import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { HealthRecord, NewHealthRecord } from '#contract/health.ts';
import { latestToday } from '#domain/dates.ts';
import { weightInDescription, validateCheckupDate, validateWeight } from '#domain/health-records.ts';
import { parsePounds } from '#domain/weights.ts';
import { findAnimal, updateAnimal } from '#server/animals/animals.queries.ts';
import type { Deps } from '#server/deps.ts';
import { changed, logChanges, type Act } from '#server/db/changes.ts';
import { toRow } from '#server/db/record-columns.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { Problem } from '#server/problem.ts';
import { ensureRowsFor } from '#server/plans/row-limits.ts';
import { hasRecordAfter, insertHealthRecord, readHealthRecord } from './health.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

export function addHealthRecord(
  { db, now }: Needs,
  act: Act,
  { id = uuidv7(), ...input }: NewHealthRecord,
): Promise<HealthRecord> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    let added: HealthRecord | undefined;
    await createOnce(tx, 'health_records', farmId, { id, ...input }, async (createDigest) => {
      const weightGrams = toGrams(input);
      const moment = now();
      const animal = await findAnimal(tx, farmId, input.animalId);
      if (!animal || animal.isReference) throw new Problem('animals.not_found');
      const violation = validateCheckupDate(input.date, latestToday(moment), animal);
      if (violation !== undefined) throw Problem.field('date', violation);
      await ensureRowsFor(tx, farmId, { events: 1 });
      await updateAnimalByRecord(tx, act, animal, input, moment);
      const { weightLbs: _, ...fields } = input;
      added = await insertHealthRecord(tx, farmId, {
        ...toRow({ ...fields, nextDueDate: input.nextDueDate ?? null, weightGrams }),
        id,
        create_digest: createDigest,
        created_at: moment.toISOString(),
      });
      return added !== undefined;
    });
    return added ?? readHealthRecord(tx, farmId, id);
  });
}

function toGrams({ weightLbs, description }: NewHealthRecord): number | null {
  const pounds = weightLbs === undefined || weightLbs === null ? weightInDescription(description) : String(weightLbs);
  if (pounds === undefined) return null;
  const violation = validateWeight(pounds);
  if (violation !== undefined) throw Problem.field('weightLbs', violation);
  return parsePounds(pounds) ?? null;
}

/**
 * The newest record by date and, within a day, by entry sets the animal's health status; CD&T sets its vaccination (rule 20).
 * Every record increments the animal's version, so that a form opened before cannot overwrite its effects.
 */
async function updateAnimalByRecord(
  tx: Tx,
  act: Act,
  animal: Animal,
  { animalId, date, healthStatus, cdnt }: NewHealthRecord,
  now: Date,
): Promise<void> {
  const { farmId } = act;
  const isNewest = !(await hasRecordAfter(tx, farmId, animalId, date));
  const fields = { ...(isNewest && { healthStatus }), ...(cdnt && { vaccinated: true }) };
  await updateAnimal(tx, farmId, animalId, toRow(fields), now.toISOString());
  await logChanges(tx, act, now, changed('animal', animalId, animal, fields));
}
