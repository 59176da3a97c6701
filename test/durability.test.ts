// @module-tag long
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startProduct, type Product } from '#test/product.ts';
import { openRawConnection } from '#test/raw-connection.ts';

const json = { 'content-type': 'application/json' };
const sold = { tagNumber: 'A-1', species: 'goat', sex: 'female', status: 'sold' } as const;

describe('a server process', () => {
  let dataDir: string;
  const running: Product[] = [];
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<Product> => {
    const product = await startProduct({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...env });
    running.push(product);
    return product;
  };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'bellwether-durable-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((product) => product.kill()));
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('refuses the data folder of a running server, and takes it over once that server has ended or was killed', async () => {
    const first = await start();
    const cookie = await register(first);
    await expect(start()).rejects.toThrow(/Another server is running on the data folder .* Stop it first/);
    expect(await addAnimal(first.url, cookie, sold)).toBe(201);
    await first.kill();
    expect(await listIds((await start()).url, cookie)).toHaveLength(1);
  });

  test('waits for a server that is shutting down on the same folder, which leaves everything in one file', async () => {
    const first = await start();
    await addAnimal(first.url, await register(first), sold);
    expect(readdirSync(dataDir)).toContain('bellwether.db-wal');
    const [next] = await Promise.all([start(), first.end('SIGTERM')]);
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
    expect(await next.end('SIGTERM')).toBe(0);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('bellwether'))).toEqual(['bellwether.db']);
  });

  test('that gets SIGTERM accepts no new connection, and closes an open one after its current request', async () => {
    const product = await start();
    const cookie = await register(product);
    const body = JSON.stringify(sold);
    const head = (extra: string) =>
      `POST /api/animals HTTP/1.1\r\nHost: farm\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n${extra}\r\n`;
    const busy = openRawConnection(product.url);
    busy.send(`${head(`Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`)}${body.slice(0, 10)}`);
    await expect.poll(() => busy.received()).toMatch(/^HTTP\/1\.1 100 /);
    const stopped = product.end('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${product.url}/healthz`).then(
          ({ ok }) => ok,
          () => 'refused',
        ),
      )
      .toBe('refused');
    // The second request is pipelined on the same connection.
    busy.send(`${body.slice(10)}GET /api/animals HTTP/1.1\r\nHost: farm\r\nCookie: ${cookie}\r\n\r\n`);
    const [, first = '', ...rest] = (await busy.closed).split(/(?=HTTP\/1\.1 )/);
    expect(first).toMatch(/^HTTP\/1\.1 201 /);
    expect(first).toMatch(/^connection: close\r$/im);
    expect(rest).toEqual([]);
    expect(await stopped).toBe(0);
  });

  test.each(['throws', 'rejects'])(
    'in which something %s that nobody catches logs it, shuts down and exits with 1 (ASVS 16.5.4)',
    async (how) => {
      const product = await startProduct({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal', BREAKS: how }, [
        './test/support/throw-on-signal.mjs',
      ]);
      running.push(product);
      expect(await addAnimal(product.url, await register(product), sold)).toBe(201);
      expect(await product.end('SIGUSR2')).toBe(1);
      expect(product.output()).toMatch(/"level":60.*broken on purpose.*nobody caught/);
      expect(readdirSync(dataDir)).not.toContain('bellwether.db-wal');
    },
  );
});

async function register({ url }: Product): Promise<string> {
  const person = { username: 'shepherd', email: 'shepherd@example.org', password: 'correct horse' };
  const response = await fetch(`${url}/api/auth/register`, { method: 'POST', headers: json, body: JSON.stringify(person) });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function addAnimal(url: string, cookie: string, animal: object): Promise<number> {
  const response = await fetch(`${url}/api/animals`, {
    method: 'POST',
    headers: { ...json, cookie },
    body: JSON.stringify(animal),
  });
  await response.text();
  return response.status;
}

async function listIds(url: string, cookie: string): Promise<string[]> {
  const response = await fetch(`${url}/api/animals`, { headers: { cookie } });
  return ((await response.json()) as { id: string }[]).map(({ id }) => id);
}
