import { uuidv7 } from 'uuidv7';
import type { Exposure, ExposureChange, NewExposure } from '#contract/exposures.ts';
import { isBeforeBirth } from '#domain/records/births.ts';
import { validateBreedingDates, validatePair, validateParentsBorn } from '#domain/records/breeding.ts';
import { latestToday } from '#domain/values/dates.ts';
import { matingsToRecord, isRecordOfStay, staysOf, type Stay } from '#domain/breeding/exposures.ts';
import { dueDate } from '#domain/breeding/gestation.ts';
import { deleteBreedingRecords, fieldsOf, findBreedingRecord } from '#server/breeding/breeding.queries.ts';
import { deleted, logChanges, logCreated, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findEntry, listUnknownAnimals } from '#server/farm-lists/farm-lists.queries.ts';
import { addEntry, changeEntry } from '#server/farm-lists/farm-lists.service.ts';
import { ensureRight, type InFarm } from '#server/http/guards.ts';
import { digestOf } from '#server/idempotency/create-once.ts';
import { ensureRowsFor } from '#server/plans/row-limits.ts';
import { Problem, type FieldError } from '#server/problem.ts';
import { insertMatings, listGroupMoves, listMatingsOf, readMates, type Mate } from './exposures.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;
type Mates = ReadonlyMap<string, Mate>;

/** With one male, a breeding record of each female is written in the same transaction (rule 70). */
export function addExposure({ db, now }: Needs, act: Act, { records = [], ...input }: NewExposure): Promise<Exposure> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const moment = now();
    const isThere = input.id !== undefined && (await findEntry(tx, farmId, 'exposures', input.id)) !== undefined;
    if (!isThere) await ensureValid(tx, act, input, moment);
    const exposure = await addEntry({ db: tx, now: () => moment }, act, 'exposures', input);
    if (!isThere) {
      const ids = new Map(records.map((record) => [record.motherId, record.id]));
      await recordMatings(tx, act, moment, exposure, (femaleId) => ids.get(femaleId));
    }
    return exposure;
  });
}

/** When the males come out, females that have joined the group since get breeding records. */
export function changeExposure({ db, now }: Needs, act: InFarm, id: string, change: ExposureChange): Promise<Exposure> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const moment = now();
    if (change.isArchived !== undefined) ensureRight(act, 'manage');
    const before = await findEntry(tx, farmId, 'exposures', id);
    if (!before) throw new Problem('exposures.not_found');
    const outDay = change.outDay === undefined ? before.outDay : change.outDay;
    const errors = validateDays({ inDay: before.inDay, outDay }, moment).filter(({ path }) => path === 'outDay');
    if (errors.length > 0) throw new Problem('request.invalid', { errors });
    const exposure = await changeEntry({ db: tx, now: () => moment }, act, 'exposures', id, change);
    if (exposure.archivedAt !== null && before.archivedAt === null) await deleteMatings(tx, act, moment, before);
    if (exposure.archivedAt === null && (exposure.outDay !== before.outDay || before.archivedAt !== null))
      await recordMatings(tx, act, moment, exposure, () => undefined);
    return exposure;
  });
}

async function ensureValid(tx: Tx, { farmId }: Act, input: NewExposure, now: Date): Promise<void> {
  const { maleIds, femaleIds, groupId, inDay, outDay = null } = input;
  const ids = [...maleIds, ...femaleIds];
  const mates = await readMates(tx, farmId, ids);
  const unknown = new Set(
    await listUnknownAnimals(
      tx,
      farmId,
      ids.filter((id) => !mates.has(id)),
    ),
  );
  const hasGroup = groupId === undefined || groupId === null || (await findEntry(tx, farmId, 'groups', groupId)) !== undefined;
  const errors = [
    ...(['maleIds', 'femaleIds'] as const).flatMap((path) =>
      input[path].some((id) => unknown.has(id)) ? [{ path, message: 'Your farm has no such animal' }] : [],
    ),
    ...(hasGroup ? [] : [{ path: 'groupId', message: 'Your farm has no such group' }]),
    ...validateDays({ inDay, outDay }, now),
    ...validateMates(input, mates),
  ];
  if (errors.length > 0) throw new Problem('request.invalid', { errors });
}

function validateDays({ inDay, outDay }: Pick<Exposure, 'inDay' | 'outDay'>, now: Date): FieldError[] {
  const today = latestToday(now);
  const violation = validateBreedingDates({ breedingDate: inDay, actualBirthDate: null }, today);
  if (violation) return [{ path: 'inDay', message: violation.message }];
  if (outDay === null) return [];
  if (outDay < inDay) return [{ path: 'outDay', message: 'The day out cannot be before the day in' }];
  const late = validateBreedingDates({ breedingDate: outDay, actualBirthDate: null }, today);
  return late ? [{ path: 'outDay', message: 'The day out cannot be more than a year ahead' }] : [];
}

/** Validates like the pair of a breeding record, but with one message for all males and one for all females. */
function validateMates({ maleIds, femaleIds, inDay }: NewExposure, mates: Mates): FieldError[] {
  const known = (ids: readonly string[]): Mate[] => ids.flatMap((id) => mates.get(id) ?? []);
  const [males, females] = [known(maleIds), known(femaleIds)];
  const [father] = males;
  if (!father) return [];
  const wrong = females.map((mother) => validatePair({ father, mother })).find((violation) => violation?.role === 'mother');
  if (wrong) return [{ path: 'femaleIds', message: 'Females must be female' }];
  if (males.some(({ sex }) => sex !== 'male')) return [{ path: 'maleIds', message: 'Males must be male' }];
  if (new Set([...males, ...females].map(({ species }) => species)).size > 1)
    return [{ path: 'maleIds', message: 'Males and females must be of the same species' }];
  const isUnborn = [...males, ...females].some((mate) => isBeforeBirth(inDay, mate));
  return isUnborn ? [{ path: 'inDay', message: 'One of them was not born yet on this date' }] : [];
}

/** Adds the missing breeding records of females that were with the only male. */
async function recordMatings(
  tx: Tx,
  act: Act,
  now: Date,
  exposure: Exposure,
  idOf: (femaleId: string) => string | undefined,
): Promise<void> {
  const { farmId } = act;
  const [maleId, ...others] = exposure.maleIds;
  if (maleId === undefined || others.length > 0) return;
  const { stays, mates } = await readStays(tx, act, exposure);
  const father = mates.get(maleId);
  if (!father) return;
  const missing = matingsToRecord(stays, await listMatingsIn(tx, farmId, exposure, stays)).flatMap((mating) => {
    const mother = mates.get(mating.motherId);
    // A group may contain animals of another species, or that were not born yet.
    const fits =
      mother && !validatePair({ father, mother }) && validateParentsBorn({ father, mother }, mating.breedingDate) === undefined;
    return fits ? [{ ...mating, id: idOf(mating.motherId) ?? uuidv7(), due: dueDate(mother.species, mating.breedingDate) }] : [];
  });
  if (missing.length === 0) return;
  await ensureRowsFor(tx, farmId, { events: missing.length });
  const rows = missing.map(({ id, fatherId, motherId, breedingDate, due }) => ({
    id,
    father_id: fatherId,
    mother_id: motherId,
    breeding_date: breedingDate,
    expected_due_date: due,
    actual_birth_date: null,
    notes: null,
    outcome: 'pending' as const,
    create_digest: digestOf({ exposureId: exposure.id }),
    created_at: now.toISOString(),
  }));
  if (!(await insertMatings(tx, farmId, rows))) throw new Problem('create.conflict');
  await logCreated(tx, act, now, 'breedingRecord', rows);
}

/** Deletes the pending breeding records that were created for the exposure. */
async function deleteMatings(tx: Tx, act: Act, now: Date, exposure: Exposure): Promise<void> {
  const { farmId } = act;
  const { stays } = await readStays(tx, act, exposure);
  const staysWith = Map.groupBy(stays, ({ femaleId }) => femaleId);
  const pending = (await listMatingsIn(tx, farmId, exposure, stays)).filter(
    (mating) => mating.outcome === 'pending' && staysWith.get(mating.motherId)?.some((stay) => isRecordOfStay(mating, stay)),
  );
  for (const { id } of pending) {
    const record = await findBreedingRecord(tx, farmId, id);
    if (!record) continue;
    await deleteBreedingRecords(tx, farmId, [id]);
    await logChanges(tx, act, now, [deleted('breedingRecord', id, fieldsOf(record))]);
  }
}

/** The breeding records of the first male with the females, since the males came in. */
const listMatingsIn = (tx: Tx, farmId: FarmId, { maleIds: [fatherId = ''], inDay }: Exposure, stays: readonly Stay[]) =>
  listMatingsOf(tx, farmId, { fatherId, motherIds: [...new Set(stays.map(({ femaleId }) => femaleId))], from: inDay });

async function readStays(tx: Tx, { farmId }: Act, exposure: Exposure): Promise<{ stays: readonly Stay[]; mates: Mates }> {
  const { groupId, inDay, maleIds, femaleIds } = exposure;
  const moves = groupId === null ? [] : await listGroupMoves(tx, farmId, new Set([groupId]), inDay);
  const ids = new Set([...maleIds, ...femaleIds, ...moves.map(({ animalId }) => animalId)]);
  const mates = await readMates(tx, farmId, [...ids]);
  return { mates, stays: staysOf([{ ...exposure, archivedAt: null }], moves, (id) => mates.get(id)?.sex === 'female') };
}
