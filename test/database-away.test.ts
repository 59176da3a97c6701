// @module-tag long
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { openDatabase, type Db } from '#server/db/engines/connect.ts';
import { allowLongStatements } from '#server/db/transaction.ts';
import { Client } from '#test/client.ts';
import { openTestServer, type TestServer, type Person } from '#test/engines.ts';

const animal = { tagNumber: 'A-1', species: 'goat', sex: 'female', status: 'sold' } as const;
const busy = { status: 503, code: 'server.busy', headers: { 'retry-after': '1' } };

describe('when PostgreSQL goes away', () => {
  let testServer: TestServer;
  let proxy: TcpProxy;
  let db: Db;
  let app: FastifyInstance;
  let farmer: Client;
  let person: Person;

  beforeAll(async () => {
    testServer = await openTestServer('postgres');
    person = await testServer.register();
    proxy = await openTcpProxy(testServer.config.databaseUrl ?? '');
    const config = { ...testServer.config, databaseUrl: proxy.url };
    ({ db } = openDatabase(config));
    app = await createApp({ db, config, webDir: 'no-such-folder' });
    farmer = new Client(app);
    for (const [name, value] of person.cookies) farmer.cookies.set(name, value);
  });
  afterAll(async () => {
    await app?.close();
    await db?.destroy();
    await proxy?.close();
    await testServer?.close();
  });

  test('reads and writes get 503 with Retry-After, and the first request after its return is served (ASVS 16.5.3)', async () => {
    await farmer.addAnimal(animal);
    await proxy.close();
    await expect(farmer.call('listAnimals')).rejects.toMatchObject(busy);
    await expect(farmer.addAnimal(animal)).rejects.toMatchObject(busy);
    await proxy.open();
    expect(await farmer.call('listAnimals')).toHaveLength(1);
  });

  test('the server survives a connection that breaks between two queries of a transaction', async () => {
    const work = db.transaction().execute(async (tx) => {
      await tx.updateTable('farms').set({ name: 'Half done' }).where('id', '=', person.farmId).execute();
      proxy.dropConnections();
      await setTimeout(100);
      await tx.updateTable('farms').set({ name: 'Done' }).where('id', '=', person.farmId).execute();
    });
    await expect(work).rejects.toThrow();
    expect(await farmer.call('currentUser')).toMatchObject({ farmName: null });
  });

  test('a read that was under way when every connection broke is retried and answered', async () => {
    await Promise.all(Array.from({ length: 5 }, () => farmer.call('listAnimals')));
    proxy.freeze();
    const reads = Promise.allSettled(Array.from({ length: 5 }, () => farmer.call('listAnimals')));
    await setTimeout(200);
    proxy.dropConnections();
    expect((await reads).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test('a connection that fell silent is timed out, and the next request is served', async () => {
    await farmer.call('listAnimals');
    proxy.freeze();
    const began = performance.now();
    await expect(farmer.addAnimal(animal)).rejects.toMatchObject(busy);
    expect(performance.now() - began).toBeGreaterThan(5000);
    await farmer.addAnimal(animal);
  });

  test('a statement of more than five seconds is cancelled, except in a long transaction', async () => {
    const slow = sql`select pg_sleep(5.5)`;
    const [short, long] = await Promise.allSettled([
      db.transaction().execute((tx) => slow.execute(tx)),
      db.transaction().execute(async (tx) => {
        await allowLongStatements(tx);
        await slow.execute(tx);
      }),
    ]);
    expect(short).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
    expect(long).toMatchObject({ status: 'fulfilled' });
  });

  test('a write whose connection broke and that is sent again is stored once', async () => {
    const before = (await farmer.call('listAnimals')).length;
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    const sendAll = () => Promise.allSettled(ids.map((id) => farmer.addAnimal({ ...animal, id })));
    const first = sendAll();
    await setTimeout(20);
    proxy.dropConnections();
    for (const result of await first) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 503 });
    }
    const again = await sendAll();
    expect(again.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await farmer.call('listAnimals')).toHaveLength(before + ids.length);
  });
});

interface TcpProxy {
  readonly url: string;
  open(): Promise<void>;
  /** Breaks every connection; new ones are accepted. */
  dropConnections(): void;
  /** Forwards nothing on open connections, as with a pulled cable; new connections work. */
  freeze(): void;
  close(): Promise<void>;
}

async function openTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const url = new URL(databaseUrl);
  const [host, port] = [url.hostname, Number(url.port)];
  const connections = new Set<Socket>();
  let server: Server;
  const listen = async (at: number): Promise<void> => {
    server = createServer((near) => {
      const far = connect(port, host);
      const forward = (socket: Socket, other: Socket): void => {
        connections.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          connections.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      };
      forward(near, far);
      forward(far, near);
    });
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  };
  const freeze = (): void => connections.forEach((socket) => socket.unpipe().pause());
  const dropConnections = (): void => connections.forEach((socket) => socket.destroy());
  await listen(0);
  const ownPort = (server!.address() as AddressInfo).port;
  url.host = `127.0.0.1:${ownPort}`;
  return {
    url: url.href,
    open: () => listen(ownPort),
    dropConnections,
    freeze,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      dropConnections();
      await closed;
    },
  };
}
