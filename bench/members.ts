import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { addPerson } from '#server/accounts/accounts.queries.ts';
import { openDatabase, type Db, type Engine } from '#server/db/engines/connect.ts';
import { addMembership } from '#server/db/memberships.ts';
import { migrate } from '#server/db/engines/migrate.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { beginSession } from '#server/http/sessions.ts';
import { startPostgres } from '#test/postgres.ts';
import { startProduct } from '#test/product.ts';
import { membersLimits as limits } from './limits.ts';
import { measure, type BenchRequest } from './load.ts';
import { createBenchFarm, type BenchFarm } from './stock.ts';

const members = 50;
const rate = 300;

/** All members of one farm record concurrently. Each latency is measured from when its request was due, and answered writes must be stored. */
export async function benchMembers(engines: readonly Engine[], seconds: number): Promise<boolean> {
  let isGood = true;
  for (const engine of engines) {
    const { p99, failed, lost, stored } = await measureEngine(engine, seconds);
    console.log(
      `${engine.padEnd(9)}${members} members, ${rate} writes a second: p99 ${p99.toFixed(1)} ms, ${failed} failed, ${lost} of ${stored + lost} lost`,
    );
    isGood &&= p99 <= limits.p99Ms && failed + lost === 0;
  }
  return isGood;
}

async function measureEngine(engine: Engine, seconds: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-members-'));
  const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined;
  const databaseUrl = postgres && `${postgres.url}postgres`;
  const address = { databaseUrl, dataDir };
  const { db } = openDatabase(address);
  try {
    await migrate(db, engine);
    const farm = await createBenchFarm(db, { animals: 1000 });
    await db.updateTable('farms').set({ plan_type: 'enterprise', plan_status: 'active' }).execute();
    const cookies = await addWorkers(db, farm);
    const product = await startProduct({
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    });
    const sent: string[] = [];
    const { p99, failed } = await measure({
      url: product.url,
      pid: product.pid,
      connections: members,
      seconds,
      rate,
      request: () => recordWeighing(farm, cookies, sent),
    });
    await product.stop();
    const events = await db.selectFrom('events').select('id').where('farm_id', '=', farm.farmId).execute();
    const stored = new Set(events.map(({ id }) => id));
    return { p99, failed, stored: stored.size, lost: sent.filter((id) => !stored.has(id)).length };
  } finally {
    await db.destroy();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const addWorkers = async (db: Db, { farmId }: BenchFarm): Promise<string[]> => {
  const now = new Date();
  return Promise.all(
    Array.from({ length: members }, (_, at) =>
      inTransaction(db, async (tx) => {
        const account = { username: `worker ${at}`, email: `worker-${at}@example.org`, passwordHash: '' };
        const userId = await addPerson(tx, account, now);
        await addMembership(tx, { farmId, userId, role: 'worker' }, now);
        return `session=${await beginSession(tx, { userId, farmId }, now)}`;
      }),
    ),
  );
};

function recordWeighing({ animalIds }: BenchFarm, cookies: readonly string[], sent: string[]): BenchRequest {
  const at = sent.length;
  const id = uuidv7();
  sent.push(id);
  const event = { id, kind: 'weighing', animalId: animalIds[at % animalIds.length], day: '2026-01-02', weightGrams: 20_000 + at };
  return {
    method: 'POST',
    path: '/api/events',
    headers: { cookie: cookies[at % cookies.length] ?? '' },
    body: JSON.stringify({ events: [event] }),
  };
}
