// @module-tag long
import { setTimeout } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPostgresDatabase } from '#test/engines.ts';
import { HttpVisitor } from '#test/http-visitor.ts';
import { testPicture } from '#test/pictures.ts';
import { freePort } from '#test/postgres.ts';
import { startProduct, type Product } from '#test/product.ts';
import { installedProxies, type Proxy } from '#test/proxies.ts';
import { S3Server } from '#test/s3.ts';

const proxies = installedProxies.filter(({ name }) => name === 'nginx' || name === 'Caddy');

describe('three servers', () => {
  let databaseUrl: string;
  let store: S3Server;
  const running: Proxy[] = [];
  const ports: number[] = [];
  const servers: Product[] = [];
  const start = (port: number): Promise<Product> =>
    startProduct({
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      ...store.env,
    });

  beforeAll(async () => {
    [databaseUrl, store] = await Promise.all([newPostgresDatabase(), S3Server.start()]);
    for (let index = 0; index < 3; index += 1) ports.push(await freePort());
    servers.push(...(await Promise.all(ports.map(start))));
    const urls = servers.map(({ url }) => url);
    running.push(...(await Promise.all(proxies.map((proxy) => proxy.start(urls)))));
    setDefaultCACertificates(running.map(({ ca }) => ca));
  });
  afterAll(async () => {
    await Promise.all(running.map((proxy) => proxy.stop()));
    await Promise.all(servers.map((server) => server.stop()));
    await store?.stop();
  });

  const grantPlan = async (username: string): Promise<void> => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query(
      `update farms set plan_type = 'enterprise' where id = (select farm_id from memberships join users on users.id = user_id where username = $1)`,
      [username],
    );
    await client.end();
  };
  const anyUrl = (): string => running[0]?.url ?? urlOf(0);
  const urlOf = (index: number): string => servers[index % servers.length]!.url;

  test('a session that begins or ends on one server begins or ends on all of them', async () => {
    const farmer = new HttpVisitor();
    await farmer.register(urlOf(0));
    for (const url of [urlOf(1), urlOf(2), anyUrl()]) expect((await farmer.send(url, 'GET', '/auth/me')).status).toBe(200);
    const { cookie } = farmer;
    await farmer.send(urlOf(1), 'POST', '/auth/logout', {});
    farmer.cookie = cookie;
    for (const url of [urlOf(0), urlOf(2)]) expect((await farmer.send(url, 'GET', '/auth/me')).status).toBe(401);
  });

  test('a rate limit counts the requests of all servers', async () => {
    const guess = async (index: number): Promise<number> =>
      (await new HttpVisitor().send(urlOf(index), 'POST', '/auth/confirm-email', { token: crypto.randomUUID() })).status;
    const statuses: number[] = [];
    // More than twice the limit of twenty an hour, in case that an hour ends meanwhile, and less than three times it.
    for (let index = 0; index < 42; index += 1) statuses.push(await guess(index));
    expect([...new Set(statuses)]).toEqual([400, 429]);
  });

  test('a picture that was uploaded to one server is served by the others', async () => {
    const farmer = new HttpVisitor();
    await farmer.register(urlOf(0));
    const bytes = await testPicture(80, 40).as('png');
    const { status, body } = await farmer.upload(anyUrl(), '/upload', { field: 'image', name: 'goat.png', bytes });
    expect(status).toBe(200);
    for (const url of [urlOf(0), urlOf(1), urlOf(2)]) {
      const picture = await fetch(url + (body as { imageUrl: string }).imageUrl);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  });

  test('the progress of an import can be read on another server than the one that writes it', async () => {
    const farmer = new HttpVisitor();
    await grantPlan(await farmer.register(urlOf(0)));
    const rows = Array.from({ length: 8000 }, (_, index) => `T-${index},Goat,Female,Boer,2021-03-0${(index % 9) + 1}`);
    const bytes = `Tag,Species,Sex,Breed,Birth date\n${rows.join('\n')}\n`;
    const { body: detail, status } = await farmer.upload(urlOf(0), '/imports', { name: 'herd.csv', bytes });
    expect(status).toBe(201);
    const { id } = detail as { id: string };
    const seen = new Set<number>();
    const written = new AbortController();
    const writing = farmer.send(urlOf(0), 'POST', `/imports/${id}/apply`, {}).finally(() => written.abort());
    while (!written.signal.aborted) {
      const { progress } = (await farmer.send(urlOf(1), 'GET', `/imports/${id}`)).body as { progress: { done: number } | null };
      if (progress) seen.add(progress.done);
      await setTimeout(50);
    }
    expect((await writing).status).toBe(200);
    expect(seen.size).toBeGreaterThan(0);
    expect((await farmer.send(urlOf(2), 'GET', `/imports/${id}`)).body).toMatchObject({ state: 'applied', progress: null });
  });

  test.each(proxies.map(({ name }, index) => [name, () => running[index]?.url ?? ''] as const))(
    'behind %s, a rolling restart fails no request that is retried at once',
    async (_, url) => {
      const farmer = new HttpVisitor();
      await grantPlan(await farmer.register(url()));
      const sent: string[] = [];
      const failed: string[] = [];
      const over = new AbortController();
      const work = async (): Promise<void> => {
        while (!over.signal.aborted && sent.length < 90) {
          const id = crypto.randomUUID();
          sent.push(id);
          const statuses: unknown[] = [];
          for (let attempt = 0; attempt < 3 && statuses.at(-1) !== 201; attempt += 1) {
            const answer = await farmer.addAnimal(url(), { id }).catch((error: unknown) => ({ status: String(error) }));
            statuses.push(answer.status);
          }
          if (statuses.at(-1) !== 201) failed.push(`create ${statuses.join(' ')}`);
          const list = await farmer.send(url(), 'GET', '/animals').catch((error: unknown) => ({ status: String(error) }));
          if (list.status !== 200) failed.push(`list ${list.status}`);
          await setTimeout(100);
        }
      };
      const working = Promise.all([work(), work()]);
      for (const [index, port] of ports.entries()) {
        expect(await servers[index]!.stop()).toBe(0);
        servers[index] = await start(port);
      }
      over.abort();
      await working;
      expect(failed).toEqual([]);
      const herd = await farmer.listAnimals(url());
      expect(herd.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
    },
  );
});
