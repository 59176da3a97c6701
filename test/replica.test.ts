// @module-tag long
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase, type Db } from '#server/db/engines/connect.ts';
import { openReplicas } from '#server/db/engines/replicas.ts';
import { migrate } from '#server/db/engines/migrate.ts';
import { Client } from '#test/client.ts';
import { startPostgres, type PostgresServer } from '#test/postgres.ts';

describe('a read replica of the marketplace', () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let db: Db;
  let app: FastifyInstance;
  let farmer: Client;

  beforeAll(async () => {
    primary = await startPostgres();
    replica = await primary.startReplica();
    const config = readConfig({
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      DATABASE_URL: `${primary.url}postgres`,
      DATABASE_REPLICA_URL: `${replica.url}postgres`,
    });
    const opened = openDatabase(config);
    db = opened.db;
    await migrate(db, opened.engine);
    app = await createApp({ db, config, webDir: 'no-such-folder' });
    farmer = new Client(app);
    await farmer.call('register', { body: { username: 'seller', password: 'correct horse', email: 'seller@example.org' } });
    await farmer.call('selectPlan', { body: { planType: 'guest', billingCycle: 'monthly' } });
    await offer('First');
    while ((await reads()) === 0) await setTimeout(50);
  });
  afterAll(async () => {
    await app?.close();
    await db?.destroy();
    await replica?.stop();
    await primary?.stop();
  });

  const visitor = () => new Client(app);
  const offer = async (name: string) =>
    (await farmer.addAnimal({ tagNumber: 'R', name, sex: 'male', forSale: true, salePrice: 5 })).id;
  const found = async (name: string) => (await visitor().call('listForSale', { query: { search: name } })).length;
  const onReplica = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> => {
    const client = new pg.Client(`${replica.url}postgres`);
    await client.connect();
    try {
      return (await client.query<R>(text)).rows;
    } finally {
      await client.end();
    }
  };
  /** The number of scans of the listings on the replica. Calling it also makes the server check the replica's state. */
  const reads = async (): Promise<number> => {
    await visitor().call('listForSale', { query: { maxPrice: String(5 + Math.floor(Math.random() * 100_000)) } });
    await onReplica('select pg_stat_force_next_flush()');
    const rows = await onReplica<{ scans: number }>(
      `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'listings'`,
    );
    return rows[0]?.scans ?? 0;
  };

  test('answers visitors; a signed-in person and a link to one listing read the primary', async () => {
    const rival = visitor();
    await rival.call('register', { body: { username: 'rival', password: 'correct horse', email: 'rival@example.org' } });
    await found('warm-up');
    await onReplica('select pg_wal_replay_pause()');
    try {
      const id = await offer('Paused');
      expect(await found('paused'), 'the replica does not have it yet').toBe(0);
      expect(await rival.call('listForSale', { query: { search: 'paused' } })).toHaveLength(1);
      expect(await visitor().call('readListing', { params: { id } })).toMatchObject({ name: 'Paused' });
      // A replica that lags by more than five seconds is not read.
      await expect.poll(() => found('paused')).toBe(1);
    } finally {
      await onReplica('select pg_wal_replay_resume()');
    }
  });

  test('that goes away is replaced by the primary', async () => {
    await expect.poll(() => found('paused')).toBe(1);
    await replica.stop();
    await offer('Orphan');
    for (const search of ['orphan', 'orpha', 'orph']) expect(await found(search)).toBe(1);
  });

  test('that is not in recovery is never read', async () => {
    const warned: string[] = [];
    const reader = openReplicas([`${primary.url}postgres`], db, (_, message) => void warned.push(message));
    const readFrom: boolean[] = [];
    for (let round = 0; round < 3; round += 1) {
      await reader.read(async (from) => void readFrom.push(from === db));
      await setTimeout(100);
    }
    await reader.close();
    expect(readFrom).toEqual([true, true, true]);
    expect(warned).toEqual(['a read replica cannot be used; the primary is read instead']);
  });
});
