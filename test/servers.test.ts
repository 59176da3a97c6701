// @module-tag long
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPostgresDatabase } from '#test/engines.ts';
import { HttpVisitor } from '#test/http-visitor.ts';
import { testPicture } from '#test/pictures.ts';
import { startProduct, type Product } from '#test/product.ts';
import { installedProxies, type Proxy } from '#test/proxies.ts';
import { S3Server } from '#test/s3.ts';

const proxies = installedProxies.filter(({ name }) => name === 'nginx' || name === 'Caddy');

describe('three servers', () => {
  let databaseUrl: string;
  let store: S3Server;
  const running: Proxy[] = [];
  const servers: Product[] = [];
  const start = (): Promise<Product> =>
    startProduct({ DATABASE_URL: databaseUrl, TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn', ...store.env });

  beforeAll(async () => {
    [databaseUrl, store] = await Promise.all([newPostgresDatabase(), S3Server.start()]);
    servers.push(...(await Promise.all([start(), start(), start()])));
    const urls = servers.map(({ url }) => url);
    running.push(...(await Promise.all(proxies.map((proxy) => proxy.start(urls)))));
    setDefaultCACertificates(running.map(({ ca }) => ca));
  });
  afterAll(async () => {
    await Promise.all(running.map((proxy) => proxy.stop()));
    await Promise.all(servers.map((server) => server.stop()));
    await store?.stop();
  });

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
});
