import type { ChoreOfDay } from '#domain/chores.ts';
import { type BreedingRules, rulesOf } from '#domain/breeding-rules.ts';
import { addDays, type CalendarDate } from '#domain/dates.ts';
import { pregnancies, pregnancyKinds } from '#domain/due-births.ts';
import type { EventOf } from '#domain/records/events.ts';
import { listedStateOf } from '#domain/journal/summary.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { pause, type Tx } from '#server/db/transaction.ts';
import { completeStates } from '#server/journal/animal-states.ts';
import { toDetail } from '#server/journal/journal.queries.ts';
import { listStates } from '#server/journal/states.queries.ts';

const rowsAtOnce = 500;
/** Females mated earlier than this have given birth or are not pregnant. */
const matedWithinDays = 400;

/** Reads the records from which due tasks follow, in small parts between which other requests run. */
export async function readSources(tx: Tx, farmId: FarmId, today: CalendarDate) {
  const animals = await readAnimals(tx, farmId);
  const since = addDays(today, -matedWithinDays);
  const matings = await tx
    .selectFrom('breeding_records')
    .select([
      'id',
      'mother_id as motherId',
      'father_id as fatherId',
      'breeding_date as breedingDate',
      'expected_due_date as expectedDueDate',
      'outcome',
    ])
    .where('farm_id', '=', farmId)
    .where('outcome', '=', 'pending')
    .where('breeding_date', '>=', since)
    .execute();
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'kind', 'animal_id as animalId', 'day', 'created_at as createdAt', 'detail'])
    .where('farm_id', '=', farmId)
    .where('kind', 'in', pregnancyKinds)
    .where('day', '>=', since)
    .where('voided_at', 'is', null)
    .execute();
  const events = rows.map(({ detail, ...event }) => {
    const kind = event.kind as (typeof pregnancyKinds)[number];
    return {
      ...event,
      ...(toDetail(kind, detail) as { result?: EventOf<'pregnancyCheck'>['result']; count?: number | null }),
      kind,
    };
  });
  return {
    animals,
    states: await readListedStates(tx, farmId),
    expected: pregnancies({ animals, matings, events }, today),
    chores: await readOpenChores(tx, farmId),
    weaningDays: rulesOf(await readBreedingRules(tx, farmId)).weaningDays,
  };
}

async function readBreedingRules(tx: Tx, farmId: FarmId): Promise<Partial<BreedingRules> | null> {
  const { rules } = await tx
    .selectFrom('farms')
    .select('breeding_rules as rules')
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
  return rules === null ? null : (JSON.parse(rules) as Partial<BreedingRules>);
}

async function readAnimals(tx: Tx, farmId: FarmId) {
  const read = (after: string) =>
    tx
      .selectFrom('animals')
      .select([
        'id',
        'tag_number as tagNumber',
        'species',
        'sex',
        'castrated_on as castratedOn',
        'status',
        'mother_id as motherId',
        'birth_date as birthDate',
        'weaning_weight_grams as weaningWeightGrams',
      ])
      .where('farm_id', '=', farmId)
      .where('is_reference', '=', false)
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
  return readAll(tx, read);
}

async function readListedStates(tx: Tx, farmId: FarmId) {
  const rows = await readAll(tx, (after) => listStates(tx, { farmId, after, limit: rowsAtOnce }));
  const states = await completeStates(tx, farmId, rows);
  return states.map(([animalId, state]) => ({ animalId, ...listedStateOf(state) }));
}

async function readAll<R extends { readonly id: string }>(tx: Tx, read: (after: string) => Promise<R[]>): Promise<R[]> {
  const all: R[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: R[] = await read(after);
    all.push(...rows);
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
    await pause(tx);
  }
  return all;
}

async function readOpenChores(tx: Tx, farmId: FarmId): Promise<ChoreOfDay[]> {
  const rows = await readAll(tx, (after) =>
    tx
      .selectFrom('chores')
      .select([
        'id',
        'name',
        'subject',
        'day',
        'animal_ids',
        'group_id as groupId',
        'place_id as placeId',
        'repeat',
        'put_off_to as putOffTo',
        'reason',
        'done_on as doneOn',
        'done_by as doneBy',
        'responsible',
        'archived_at as archivedAt',
      ])
      .where('farm_id', '=', farmId)
      .where('archived_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute(),
  );
  return rows.map(({ animal_ids, repeat, ...chore }) => ({
    ...chore,
    repeat: repeat as ChoreOfDay['repeat'],
    animalIds: JSON.parse(animal_ids) as string[],
  }));
}
