import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '#test/engines.ts';
import { createWebDir } from '#test/web-dir.ts';

const script = 'export const herd = 1;';
const webDir = createWebDir('<p>content</p>');
mkdirSync(join(webDir, 'assets/inner'), { recursive: true });
for (const name of ['sw.js', 'assets/page-1.js']) {
  writeFileSync(join(webDir, name), script);
  writeFileSync(join(webDir, `${name}.br`), brotliCompressSync(script));
}
for (const name of ['icon.svg', '.secret', 'assets/.secret', 'assets/inner/file.js']) writeFileSync(join(webDir, name), script);

describe('the files of the web part', () => {
  const server = useTestServer('sqlite', { webDir });
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server().send({ method, url, headers });

  test.each([
    ['/assets/page-1.js', 'public, max-age=31536000, immutable'],
    ['/sw.js', 'no-cache'],
  ])('%s is sent as the client accepts it, with the type of the file itself', async (url, cached) => {
    const packed = await get(url, { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(script);
    const shared = { 'content-type': 'application/javascript; charset=utf-8', 'cache-control': cached, vary: 'accept-encoding' };
    expect(packed.headers).toMatchObject({ ...shared, 'content-encoding': 'br' });
    for (const accepted of ['gzip', 'identity']) {
      const plain = await get(url, { 'accept-encoding': accepted });
      expect([plain.payload, plain.headers['content-encoding']]).toEqual([script, undefined]);
      expect(plain.headers).toMatchObject(shared);
    }
    expect((await get(url, {}, 'HEAD')).headers).toMatchObject({ ...shared, 'content-length': String(script.length) });
  });

  const hidden = '/index.html /sw.js.br /.secret /assets/page-1.js.br /assets/.secret /assets/inner/file.js /assets/';
  const outside = '/assets/inner%2Ffile.js /assets/..%2Findex.html /assets/..%2F..%2Fpackage.json';
  test.each(`${hidden} ${outside}`.split(' '))('%s is none of them', async (url) => {
    const { statusCode, payload } = await get(url);
    expect(statusCode).toBe(404);
    expect(payload).not.toContain(script);
  });
});
