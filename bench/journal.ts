import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { eventRoutes } from '#contract/events.ts';
import { addDays } from '#domain/values/dates.ts';
import { rightsOf } from '#domain/accounts/members.ts';
import { openDatabase, type Db, type Engine } from '#server/db/engines/connect.ts';
import { migrate } from '#server/db/engines/migrate.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import { recordEvents } from '#server/events/events.service.ts';
import { foldStates, updateStates } from '#server/journal/animal-states.ts';
import { asJournalEvent } from '#domain/journal/complete-event.ts';
import { insertEvents, type NewEventRow } from '#server/journal/journal.queries.ts';
import { startPostgres } from '#test/postgres.ts';
import { startProduct, type Product } from '#test/product.ts';
import { journalLimits as limits } from './limits.ts';
import { reportLimits, type Measured } from './report.ts';
import { createBenchFarm, type BenchFarm } from './stock.ts';

const animals = 10_000;
const eventsEach = 20;
const eventsOfFirst = 500;
const eventsPerBatch = 2000;
const animalsPerWrite = 200;

export async function benchJournal(engines: readonly Engine[], { isWritten }: { isWritten: boolean }): Promise<boolean> {
  const rows: Measured[] = [];
  for (const engine of engines) {
    for await (const row of measureEngine(engine)) {
      rows.push(row);
      console.log(`${row.engine.padEnd(9)}${row.name.padEnd(70)}${row.figure.padStart(8)}  ${row.limit}`);
    }
  }
  return reportLimits('journal', rows, { isWritten });
}

async function* measureEngine(engine: Engine): AsyncGenerator<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-journal-'));
  const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined;
  const databaseUrl = postgres && `${postgres.url}postgres`;
  const address = { databaseUrl, dataDir };
  let { db } = openDatabase(address);
  const row = (name: string, value: number, limit: number, unit = ''): Measured => ({
    engine,
    name,
    figure: `${value.toFixed(unit === 'ms' && value < 100 ? 1 : 0)} ${unit}`.trim(),
    limit: `≤ ${limit} ${unit}`.trim(),
    isWithin: value <= limit,
  });
  try {
    await migrate(db, engine);
    const farm = await createBenchFarm(db, { animals });
    const today = new Date().toISOString().slice(0, 10);
    await fillJournal(db, farm, today);
    // Autovacuum would do this within a minute.
    if (engine === 'postgres') await sql`vacuum analyze`.execute(db);

    await db.destroy();

    const env = { BACKUPS: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir };
    const product = await startProduct({ ...env, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) });
    try {
      const pages = await repeat(30, () => elapsedMs(() => readAnimalPage(product, farm)));
      yield row('page of an animal with 500 events', median(pages), limits.animalPageMs, 'ms');
    } finally {
      await product.end('SIGTERM');
    }
    ({ db } = openDatabase(address));
    const owner = await ownerOf(db, farm);

    const commits: number[] = [];
    const batches = await repeat(3, async () => {
      const before = await countCommits(db, dataDir, engine);
      const took = await elapsedMs(() => weighMany(db, owner, farm, today));
      commits.push((await countCommits(db, dataDir, engine)) - before);
      return took;
    });
    yield row('2,000 weighings in one call', median(batches), limits.batchMs, 'ms');
    yield row('2,000 weighings in one call: commits', median(commits), limits.batchCommits);

    const stored = await readStoredStates(db, farm);
    const took = await elapsedMs(() => inFarmTransaction(db, farm.farmId, (tx) => foldStates(tx, farm.farmId, farm.animalIds)));
    const folded = await readStoredStates(db, farm);
    if (stored.size !== animals || folded.size !== animals) throw new Error('An animal has no stored state');
    const different = [...stored].filter(([id, state]) => folded.get(id) !== state);
    yield row('folding all events of all animals', took, limits.foldingMs, 'ms');
    yield row('stored states that folding does not give', different.length, limits.differentStates);
  } finally {
    await db.destroy();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const treatedShare = 20;

/** Adds the events day by day, so that the stored states result from steps of single events and not from a fold. */
async function fillJournal(db: Db, farm: BenchFarm, today: string): Promise<void> {
  const { farmId, animalIds } = farm;
  const write = (events: readonly NewEventRow[]) =>
    inFarmTransaction(db, farmId, async (tx) => {
      await insertEvents(tx, farmId, null, events);
      await updateStates(tx, farmId, { added: events.map(asJournalEvent), voided: [] });
    });
  for (let round = 0; round < eventsEach; round += 1) {
    const day = addDays(today, (round - eventsEach) * 30);
    for (let start = 0; start < animalIds.length; start += animalsPerWrite) {
      const slice = animalIds.slice(start, start + animalsPerWrite);
      await write(slice.map((animalId, index) => event(animalId, day, contentOf(round, start + index))));
    }
  }
  const [first = ''] = animalIds;
  await write(
    Array.from({ length: eventsOfFirst - eventsEach }, (_, index) =>
      event(first, addDays(today, index - eventsOfFirst), weighing(index)),
    ),
  );
}

type Content = Pick<NewEventRow, 'kind' | 'detail'>;

const event = (animalId: string, day: string, content: Content): NewEventRow => ({
  id: uuidv7(),
  animalId,
  day,
  ...content,
  createDigest: '',
  createdAt: `${day}T12:00:00.000Z`,
});

const weighing = (index: number): Content => ({
  kind: 'weighing',
  detail: { weightGrams: 30_000 + ((index * 7919) % 40_000), method: 'scale' },
});

const treatment = (days: number): Content => ({
  kind: 'treatment',
  detail: {
    productName: 'Ivermectin',
    dose: 5,
    unit: 'ml',
    withdrawals: [
      { product: 'meat', days, clearOn: null },
      { product: 'milk', days, clearOn: null },
    ],
  },
});

/** In the last round, 30 days ago, one in twenty is treated for so long that it is in withdrawal today. */
function contentOf(round: number, index: number): Content {
  if (round === eventsEach - 1) return index % treatedShare === 0 ? treatment(60) : weighing(index);
  switch (round % 4) {
    case 0:
      return { kind: 'checkup', detail: { healthStatus: String(1 + (index % 4)), weightLbs: 120, dewormed: index % 2 === 0 } };
    case 1:
      return treatment(14);
    case 2:
      return { kind: 'scores', detail: { famacha: 1 + (index % 5), bodyCondition: 3 } };
    default:
      return weighing(index + round);
  }
}

async function readAnimalPage({ url }: Product, { cookie, animalIds: [id = ''] }: BenchFarm): Promise<void> {
  for (const path of [`animals/${id}`, `animals/${id}/summary`, `events?animalId=${id}&limit=${eventsOfFirst}`]) {
    const response = await fetch(`${url}/api/${path}`, { headers: { cookie } });
    const answer = (await response.json()) as object;
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    if (Array.isArray(answer) && answer.length !== eventsOfFirst) throw new Error(`There are ${answer.length} events`);
  }
}

async function ownerOf(db: Db, { farmId, username }: BenchFarm): Promise<Parameters<typeof recordEvents>[1]> {
  const { id } = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  return { farmId, by: { user: id }, call: 'recordEvents', role: 'owner', rights: rightsOf('owner') };
}

/** Parses the request and writes the answer as JSON, as the server does. */
async function weighMany(
  db: Db,
  owner: Parameters<typeof recordEvents>[1],
  { animalIds }: BenchFarm,
  day: string,
): Promise<void> {
  const sent = animalIds.slice(-eventsPerBatch).map((animalId, index) => {
    const { kind, detail } = weighing(index);
    return { id: uuidv7(), kind, animalId, day, ...detail };
  });
  const { events } = eventRoutes.recordEvents.body.parse(JSON.parse(JSON.stringify({ events: sent })));
  const recorded = await recordEvents({ db, now: () => new Date() }, owner, events);
  JSON.stringify(eventRoutes.recordEvents.reply.parse({ events: recorded }));
  if (recorded.length !== eventsPerBatch) throw new Error(`${recorded.length} weighings were recorded`);
}

/** The number of commits of writing transactions so far, including those of other processes. */
async function countCommits(db: Db, dataDir: string, engine: Engine): Promise<number> {
  if (engine === 'sqlite') {
    // iChange in the header of the WAL index (https://www.sqlite.org/walformat.html) is incremented with every commit.
    return readFileSync(join(dataDir, 'bellwether.db-shm')).readUInt32LE(8);
  }
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  return Number(rows[0]?.next);
}

async function readStoredStates(db: Db, { farmId }: BenchFarm): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('animal_states')
    .select(['animal_id', 'form', 'state'])
    .where('farm_id', '=', farmId)
    .execute();
  return new Map(rows.map(({ animal_id, form, state }) => [animal_id, `${form} ${state}`]));
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let time = 0; time < times; time += 1) results.push(await work());
  return results;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
