import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWebOnce } from '#test/build-web.ts';
import { useTestServer } from '#test/engines.ts';
import { readBuild } from '../scripts/precache.ts';

const built = join(import.meta.dirname, '../build/web');
const sha256 = (content: string | Buffer): string => `sha256-${createHash('sha256').update(content).digest('base64')}`;

describe('the service worker', () => {
  beforeAll(buildWebOnce);
  const server = useTestServer('sqlite', { webDir: 'build/web' });
  const get = (url: string) => server().send({ method: 'GET', url });

  test('stores every file that a page may ask for, named with its digest, and the shell last', () => {
    const worker = readFileSync(join(built, 'sw.js'), 'utf8');
    const stored = Array.from(worker.matchAll(/\[`(\/[^`]+)`,`(sha256-[^`]+)`\]/g), ([, path, digest]) => [path, digest]);
    const assets = globSync('assets/*', { cwd: built }).filter((file) => !/\.(?:br|gz|webp)$/.test(file));
    expect(assets.length).toBeGreaterThan(50);
    expect(stored.map(([path]) => path)).toEqual(expect.arrayContaining(assets.map((file) => `/${file}`)));
    for (const [path = '', digest] of stored) expect([path, digest]).toEqual([path, sha256(readFileSync(join(built, path)))]);
    expect(stored.at(-1)?.[0]).toBe('/shell.html');
    expect(worker).toContain(readBuild().version);
  });

  test('is asked for again each time, runs, and may fetch what is its own and nothing else', async () => {
    const { statusCode, headers } = await get('/sw.js');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; connect-src 'self'/);
  });

  test('stores a worker that alone may compile WebAssembly and loads only what is its own', async () => {
    const [file = ''] = globSync('assets/code-reader.worker-*.js', { cwd: built });
    expect((await get(`/${file}`)).headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect((await get('/animals')).headers['content-security-policy']).not.toContain('wasm');
  });

  test('finds the shell with the policy of a page, which allows its scripts', async () => {
    const { statusCode, headers, payload } = await get('/shell.html');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-security-policy']).toBe((await get('/animals')).headers['content-security-policy']);
    const inline = Array.from(payload.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script = '']) => sha256(script));
    expect(inline).toHaveLength(1);
    for (const digest of inline) expect(headers['content-security-policy']).toContain(`'${digest}'`);
  });

  test('finds a shell that is nobody’s, without data', async () => {
    const { payload } = await get('/shell.html');
    expect(payload).toContain('<div id="root" inert>');
    expect(payload).not.toMatch(/id="initial-data"| style=/);
    const farmer = await server().register({ plan: 'guest' });
    expect((await farmer.send({ method: 'GET', url: '/shell.html' })).payload).toBe(payload);
  });
});
