import { sql } from 'kysely';
import { type ChoreOfDay, putOffs } from '#domain/records/chores.ts';
import { type BreedingRules, rulesOf } from '#domain/performance/breeding-rules.ts';
import { addDays, type CalendarDate } from '#domain/values/dates.ts';
import { type Herd, pregnanciesInSteps } from '#domain/breeding/due-births.ts';
import { endedByLeaving, type Exposure, type Move } from '#domain/breeding/exposures.ts';
import { papersDue } from '#domain/work/papers-due.ts';
import { listedStateOf } from '#domain/journal/summary.ts';
import { stockConcerns } from '#domain/health/stock.ts';
import { readBreedingRules } from '#server/db/breeding-rules.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { FarmFilling, isFilling } from '#server/db/filling.ts';
import { inBatches, pageByDay } from '#server/db/in-batches.ts';
import { asFields } from '#server/db/record-columns.ts';
import { inFarmSnapshot, type Tx } from '#server/db/transaction.ts';
import { listGroupMoves } from '#server/exposures/exposures.queries.ts';
import { entryBatches } from '#server/farm-lists/farm-lists.queries.ts';
import { completeStates } from '#server/journal/animal-states.ts';
import { eventsBetween } from '#server/journal/journal.queries.ts';
import { listStates } from '#server/journal/states.queries.ts';
import { runInSteps } from '#server/lists/run-in-steps.ts';
import { readPaperSources } from './paper-sources.ts';
import { readStockSources } from './stock-sources.ts';

const rowsAtOnce = 500;
/** Females mated earlier than this have given birth or are not pregnant. */
const matedWithinDays = 400;

const outcomeKinds = ['birth', 'abortion', 'pregnancyCheck'] as const;
type PregnancyEvent = Herd['events'][number];

/** What is due besides tasks. */
type Also = 'papers' | 'stock';

/** Reads the records from which due tasks follow, in a snapshot and in small parts between which other requests run. */
export async function readSources(db: Db, farmId: FarmId, today: CalendarDate, also: readonly Also[]) {
  // Half of a large import would be told as all that is due.
  if (await isFilling(db, farmId)) throw new FarmFilling();
  return inFarmSnapshot(db, farmId, readBreedingRules, (tx, rules) => readRecords(tx, farmId, { today, rules, also }));
}

interface Wanted {
  readonly today: CalendarDate;
  readonly rules: Partial<BreedingRules> | null;
  readonly also: readonly Also[];
}

/** The females that may give birth. */
export const readExpected = (db: Db, farmId: FarmId, today: CalendarDate) =>
  inFarmSnapshot(db, farmId, readBreedingRules, async (tx) => (await readPregnancies(tx, farmId, today)).expected);

async function readPregnancies(tx: Tx, farmId: FarmId, today: CalendarDate) {
  const animals = await readAnimals(tx, farmId);
  const since = addDays(today, -matedWithinDays);
  const matings = await readMatings(tx, farmId, since);
  const outcomes = await readLastOutcomes(tx, farmId, since);
  const exposures = await readExposures(tx, farmId, since);
  const heats = exposures.length === 0 ? [] : await readHeats(tx, farmId, since);
  const moves = await readMoves(tx, farmId, exposures);
  const states = await readListedStates(tx, farmId);
  const held = endedByLeaving(exposures, states);
  const running = countStays(held, moves) > maxStays ? {} : { exposures: held, moves };
  const herd = { animals, matings, events: [...outcomes, ...heats], ...running };
  return { animals, states, expected: await runInSteps(pregnanciesInSteps(herd, today)) };
}

async function readRecords(tx: Tx, farmId: FarmId, { today, rules, also }: Wanted) {
  const { animals, states, expected } = await readPregnancies(tx, farmId, today);
  const chores = await readOpenChores(tx, farmId);
  const { weaningDays } = rulesOf(rules);
  const postponed = putOffs(chores);
  const papers = also.includes('papers')
    ? papersDue({ animals, ...(await readPaperSources(tx, farmId, today)), postponed, registrationDays: weaningDays }, today)
    : { due: [], putOff: [] };
  const stock = also.includes('stock') ? stockConcerns(...(await readStockSources(tx, farmId)), postponed, today).due : [];
  return { animals, states, expected, chores, weaningDays, papers, stock };
}

/** More than a female is mated without result in that time. The newest count. */
const matingsPerDam = 20;

/** The pending matings and those whose birth is entered in them, which ends the others. */
async function readMatings(tx: Tx, farmId: FarmId, since: CalendarDate) {
  const newestFirst = (after: { breedingDate: string; createdAt: string; id: string } | undefined, limit: number) =>
    pageByDay(
      tx
        .selectFrom('breeding_records')
        .select(asFields('id motherId fatherId breedingDate expectedDueDate actualBirthDate outcome createdAt'))
        .where('farm_id', '=', farmId)
        .where('breeding_date', '>=', since),
      { dayColumn: 'breeding_date', isNewestFirst: true, after: after && { ...after, day: after.breedingDate }, limit },
    ).execute();
  const read: Awaited<ReturnType<typeof newestFirst>> = [];
  const ofDam = new Map<string, number>();
  for await (const rows of inBatches(newestFirst)) {
    // Filtered here and not in SQL, where a statement would read very many rows at once if few of them count.
    for (const row of rows) {
      const count = ofDam.get(row.motherId) ?? 0;
      if ((row.outcome !== 'pending' && row.actualBirthDate === null) || count === matingsPerDam) continue;
      ofDam.set(row.motherId, count + 1);
      read.push(row);
    }
  }
  return read;
}

/** The last birth, abortion and pregnancy check of each female; earlier ones do not matter for a pregnancy. */
async function readLastOutcomes(tx: Tx, farmId: FarmId, from: CalendarDate) {
  const last: (PregnancyEvent & { readonly kind: (typeof outcomeKinds)[number] })[] = [];
  for (const kind of outcomeKinds) {
    const seen = new Set<string>();
    for await (const events of eventsBetween(tx, farmId, { kind, from, isNewestFirst: true })) {
      for (const event of events) {
        const { id, animalId, day, createdAt } = event;
        if (seen.has(animalId)) continue;
        seen.add(animalId);
        const found = event.kind === 'pregnancyCheck' && { result: event.result, count: event.count };
        last.push({ id, animalId, day, createdAt, kind, ...found });
      }
    }
  }
  return last;
}

/** More than a female is in heat in that time. The newest count. */
const heatsPerDam = 40;

/** A mark of the paint dates the mating of a female that runs with males. */
async function readHeats(tx: Tx, farmId: FarmId, from: CalendarDate): Promise<readonly PregnancyEvent[]> {
  const heats: PregnancyEvent[] = [];
  const ofDam = new Map<string, number>();
  for await (const events of eventsBetween(tx, farmId, { kind: 'heat', from, isNewestFirst: true })) {
    for (const { id, animalId, day, createdAt, kind, sireId } of events) {
      const count = ofDam.get(animalId) ?? 0;
      if (count === heatsPerDam) continue;
      ofDam.set(animalId, count + 1);
      heats.push({ id, animalId, day, createdAt, kind, sireId });
    }
  }
  return heats;
}

async function readExposures(tx: Tx, farmId: FarmId, since: CalendarDate): Promise<readonly Exposure[]> {
  const recent: Exposure[] = [];
  for await (const batch of entryBatches(tx, farmId, 'exposures')) {
    recent.push(...batch.filter(({ archivedAt, outDay }) => archivedAt === null && (outDay === null || outDay >= since)));
    if (countStays(recent, []) > maxStays) return [];
  }
  return recent;
}

/** Computing more would block other requests for too long; without them only recorded matings count. */
const maxStays = 100_000;

/** An upper bound, since each move into a group may begin a stay in each of its exposures. */
const countStays = (exposures: readonly Exposure[], moves: readonly Move[]): number =>
  exposures.reduce((sum, { femaleIds, groupId }) => sum + femaleIds.length + (groupId === null ? 0 : moves.length), 0);

/** The moves by which females have joined or left the exposed groups. */
async function readMoves(tx: Tx, farmId: FarmId, exposures: readonly Exposure[]): Promise<readonly Move[]> {
  const [from] = exposures.flatMap(({ groupId, inDay }) => (groupId === null ? [] : inDay)).toSorted();
  return from === undefined ? [] : listGroupMoves(tx, farmId, new Set(exposures.map(({ groupId }) => groupId)), from);
}

async function readAnimals(tx: Tx, farmId: FarmId) {
  const read = (after: { readonly id: string } | undefined, limit: number) =>
    tx
      .selectFrom('animals')
      .select([
        ...asFields('id tagNumber species sex castratedOn isCastrated status motherId fatherId birthDate weaningWeightGrams'),
      ])
      .where('farm_id', '=', farmId)
      .where('is_reference', '=', false)
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(limit)
      .execute();
  return (await Array.fromAsync(inBatches(read, { most: rowsAtOnce }))).flat();
}

async function readListedStates(tx: Tx, farmId: FarmId) {
  const read = (after: { readonly id: string } | undefined, limit: number) =>
    listStates(tx, { farmId, after: after?.id ?? '', limit });
  const rows = await Array.fromAsync(inBatches(read, { most: rowsAtOnce }));
  const states = await completeStates(tx, farmId, rows.flat());
  return states.map(([animalId, state]) => ({ animalId, ...listedStateOf(state) }));
}

/** More would take too much time and memory. The newest chores count; older ones are without their animals, and put nothing off. */
const maxChoreAnimals = 50_000;

async function readOpenChores(tx: Tx, farmId: FarmId): Promise<ChoreOfDay[]> {
  let left = maxChoreAnimals;
  const newestFirst = (after: { readonly id: string } | undefined, limit: number) =>
    tx
      .selectFrom('chores')
      .select(asFields('id name subject day groupId placeId repeat putOffTo reason doneOn doneBy responsible archivedAt'))
      .select(left > 0 ? 'animal_ids as animalIds' : sql<string>`'[]'`.as('animalIds'))
      .where('farm_id', '=', farmId)
      .where('archived_at', 'is', null)
      .$if(after !== undefined, (query) => query.where('id', '<', after?.id ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  const chores: ChoreOfDay[] = [];
  for await (const rows of inBatches(newestFirst)) {
    for (const { animalIds: stored, ...chore } of rows) {
      const ids = left > 0 ? (JSON.parse(stored) as string[]) : [];
      left -= ids.length;
      chores.push({ ...chore, animalIds: left < 0 ? [] : ids });
    }
  }
  return chores.toReversed();
}
