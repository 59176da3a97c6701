import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startProduct, type Product } from './support/product.ts';
import { openWire } from './support/wire.ts';

const json = { 'content-type': 'application/json' };
const sold = { tagNumber: 'A-1', species: 'goat', sex: 'female', status: 'sold' } as const;

describe('a server of its own', () => {
  let dataDir: string;
  const running: Product[] = [];
  const start = async (): Promise<Product> => {
    const product = await startProduct({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
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

  test('beside another one on the same folder holds the cap', async () => {
    const [one, other] = [await start(), await start()];
    const cookie = await register(one);
    const active = { ...sold, status: 'active' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => addAnimal((index % 2 === 0 ? one : other).url, cookie, active)),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual([...Array<number>(10).fill(201), ...Array<number>(30).fill(403)]);
    expect(await listIds(other.url, cookie)).toHaveLength(10);
  });

  test('that is told to stop answers what was asked, and is gone as soon as it has', async () => {
    const product = await start();
    const cookie = await register(product);
    const body = JSON.stringify(sold);
    const wire = openWire(product.url);
    const head = ['POST /api/animals HTTP/1.1', 'Host: farm', `Cookie: ${cookie}`, 'Content-Type: application/json'];
    wire.send(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
    await setTimeout(300);
    const began = performance.now();
    const stopped = product.stop();
    await setTimeout(200);
    wire.send(body.slice(10));
    expect(await wire.closed).toMatch(/^HTTP\/1\.1 201 /);
    expect(await stopped).toBe(0);
    expect(performance.now() - began).toBeLessThan(5000);
  });
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
