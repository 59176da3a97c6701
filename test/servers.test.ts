// @module-tag long
import { setTimeout } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPostgresDatabase } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { freePort } from '#test/postgres.ts';
import { startProduct, type Product } from '#test/product.ts';
import { installedProxies, type Proxy } from '#test/proxies.ts';
import { S3Server } from '#test/s3.ts';

class Visitor {
  cookie = '';

  async send(url: string, method: string, path: string, body?: object): Promise<{ status: number; body: never }> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie: this.cookie, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    this.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie;
    return { status: response.status, body: (await response.json().catch(() => ({}))) as never };
  }

  async register(url: string, username = `p${crypto.randomUUID().slice(0, 8)}`): Promise<string> {
    const account = { username, password: 'correct horse', email: `${username}@example.org` };
    expect((await this.send(url, 'POST', '/auth/register', account)).status).toBe(201);
    expect((await this.send(url, 'POST', '/select-plan', { planType: 'guest', billingCycle: 'monthly' })).status).toBe(200);
    return username;
  }
}

const proxies = installedProxies.filter(({ name }) => name === 'nginx' || name === 'Caddy');

describe('three servers', () => {
  let databaseUrl: string;
  let store: S3Server;
  const running: Proxy[] = [];
  const ports: number[] = [];
  const servers: Product[] = [];
  const mails: string[] = [];
  const smtpServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, { envelope }, callback) =>
      void text(stream).then(() => {
        mails.push(...envelope.rcptTo.map(({ address }) => address));
        callback();
      }),
  });

  const start = (port: number): Promise<Product> =>
    startProduct({
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      SMTP_URL: `smtp://127.0.0.1:${(smtpServer.server.address() as AddressInfo).port}?ignoreTLS=true`,
      ...store.env,
    });

  beforeAll(async () => {
    [databaseUrl, store] = await Promise.all([newPostgresDatabase(), S3Server.start()]);
    await new Promise<void>((resolve) => void smtpServer.listen(0, '127.0.0.1', resolve));
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
    await new Promise<void>((resolve) => smtpServer.close(resolve));
  });

  const ask = async <R extends pg.QueryResultRow>(query: string, values: string[] = []): Promise<pg.QueryResult<R>> => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    try {
      return await client.query<R>(query, values);
    } finally {
      await client.end();
    }
  };
  const grantPlan = (username: string) =>
    ask(
      `update farms set plan_type = 'enterprise' where id = (select farm_id from memberships join users on users.id = user_id where username = $1)`,
      [username],
    );
  const anyUrl = (): string => running[0]?.url ?? urlOf(0);
  const urlOf = (index: number): string => servers[index % servers.length]!.url;

  test('a session that begins or ends on one server begins or ends on all of them', async () => {
    const farmer = new Visitor();
    await farmer.register(urlOf(0));
    for (const url of [urlOf(1), urlOf(2), anyUrl()]) expect((await farmer.send(url, 'GET', '/auth/me')).status).toBe(200);
    const { cookie } = farmer;
    await farmer.send(urlOf(1), 'POST', '/auth/logout', {});
    farmer.cookie = cookie;
    for (const url of [urlOf(0), urlOf(2)]) expect((await farmer.send(url, 'GET', '/auth/me')).status).toBe(401);
  });

  test('the cap of a plan holds when all servers are asked at once', async () => {
    const farmer = new Visitor();
    await farmer.register(anyUrl());
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const animal = { tagNumber: `T-${index}`, species: 'goat', sex: 'male' };
        return (await farmer.send(urlOf(index), 'POST', '/animals', animal)).status;
      }),
    );
    expect([statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 403).length]).toEqual([
      10, 50,
    ]);
  });

  test('a create that is sent again to another server is done once', async () => {
    const farmer = new Visitor();
    await farmer.register(urlOf(0));
    const animal = { id: crypto.randomUUID(), tagNumber: 'Once', species: 'goat', sex: 'male' };
    const answers = await Promise.all([0, 1, 2].map((turn) => farmer.send(urlOf(turn), 'POST', '/animals', animal)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await farmer.send(urlOf(1), 'GET', '/animals')).body).toHaveLength(1);
  });

  test('a rate limit counts the requests of all servers', async () => {
    const fail = async (url: string) => {
      // A new name each time: repeated failures of one name are delayed progressively.
      const wrong = { username: `nobody-${crypto.randomUUID()}`, password: 'wrong horse' };
      return (await new Visitor().send(url, 'POST', '/auth/login', wrong)).status;
    };
    const twelve = async () => {
      const statuses = [];
      for (let turn = 0; turn < 12; turn += 1) statuses.push(await fail(turn % 2 === 0 ? urlOf(turn) : anyUrl()));
      return statuses;
    };
    let minute = new Date().getMinutes();
    let statuses = await twelve();
    if (new Date().getMinutes() !== minute) {
      // The window of the rate limit begins with every minute, and the new one has counted some of these requests already.
      await setTimeout(60_100 - (Date.now() % 60_000));
      minute = new Date().getMinutes();
      statuses = await twelve();
    }
    expect(new Date().getMinutes(), 'twelve requests took more than a minute').toBe(minute);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  test('a picture that was uploaded to one server is served by the others', async () => {
    const farmer = new Visitor();
    await farmer.register(urlOf(0));
    const form = new FormData();
    form.set('image', new Blob([await testPicture(80, 40).as('png')], { type: 'image/png' }), 'goat.png');
    const { status, body } = await farmer.send(anyUrl(), 'POST', '/upload', form);
    expect(status).toBe(200);
    for (const url of [urlOf(0), urlOf(1), urlOf(2)]) {
      const picture = await fetch(url + (body as { imageUrl: string }).imageUrl);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  });

  async function waitForEmptyOutbox(): Promise<void> {
    for (let isDone = false; !isDone; await setTimeout(100)) {
      const { rows } = await ask<{ open: number }>(
        `select count(*)::int as open from tasks where kind = 'mail' and state = 'waiting'`,
      );
      isDone = rows[0]?.open === 0;
    }
  }

  let addressees: readonly string[] = [];
  let havePolledAgain: Promise<void>;

  test('each mail is sent by exactly one server', async () => {
    const names = [];
    for (let index = 0; index < 6; index += 1) names.push(await new Visitor().register(urlOf(index)));
    // The links that confirm their addresses.
    await waitForEmptyOutbox();
    mails.length = 0;
    for (const [index, username] of names.entries()) {
      await new Visitor().send(urlOf(index), 'POST', '/auth/reset-password', { loginId: username });
    }
    await waitForEmptyOutbox();
    addressees = names.map((username) => `${username}@example.org`);
    expect(mails.toSorted()).toEqual(addressees.toSorted());
    // Longer than the polling interval of each server.
    havePolledAgain = setTimeout(6000);
  });

  test('the progress of an import can be read on another server than the one that writes it', async () => {
    const farmer = new Visitor();
    await grantPlan(await farmer.register(urlOf(0)));
    const rows = Array.from({ length: 8000 }, (_, index) => `T-${index},Goat,Female,Boer,2021-03-0${(index % 9) + 1}`);
    const form = new FormData();
    form.set('file', new Blob([`Tag,Species,Sex,Breed,Birth date\n${rows.join('\n')}\n`]), 'herd.csv');
    const { body: detail, status } = await farmer.send(urlOf(0), 'POST', '/imports', form);
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

  test('no mail is sent again when each server has looked for mails again', async () => {
    await havePolledAgain;
    expect(addressees).toHaveLength(6);
    expect(mails.filter((to) => addressees.includes(to)).toSorted()).toEqual(addressees.toSorted());
  });

  test.each(proxies.map(({ name }, index) => [name, () => running[index]?.url ?? ''] as const))(
    'behind %s, a rolling restart fails no request that is retried at once',
    async (_, url) => {
      const farmer = new Visitor();
      await grantPlan(await farmer.register(url()));
      const sent: string[] = [];
      const failed: string[] = [];
      const over = new AbortController();
      const work = async (): Promise<void> => {
        while (!over.signal.aborted && sent.length < 90) {
          const id = crypto.randomUUID();
          sent.push(id);
          const animal = { id, tagNumber: 'R', species: 'goat', sex: 'male' };
          const statuses: unknown[] = [];
          for (let attempt = 0; attempt < 3 && statuses.at(-1) !== 201; attempt += 1) {
            const answer = await farmer
              .send(url(), 'POST', '/animals', animal)
              .catch((error: unknown) => ({ status: String(error) }));
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
      const herd = (await farmer.send(url(), 'GET', '/animals')).body as { id: string }[];
      expect(herd.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
    },
  );
});
