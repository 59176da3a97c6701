import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressAnswers, encode, encodingFor, type Encoding } from './encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, GZIP;q=0.5', 'gzip'],
  ['br; q=0.0, gzip;q=0', 'identity'],
  ['*', 'identity'],
] as const)('a client that takes %j gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
const encodings = Object.keys(decode) as Encoding[];

test.each(encodings)('text written in chunks is the same in %s', async (encoding) => {
  const pieces = Array.from({ length: 200 }, (_, n) => Buffer.from(`${n} ${'goat'.repeat(n * 10)}\n`));
  const taken: Uint8Array[] = [];
  const write = async (take: (piece: Uint8Array) => Promise<void>): Promise<number> => {
    for (const piece of pieces) await take(piece);
    return pieces.length;
  };
  expect(await encode(encoding, write, async (piece) => void taken.push(piece))).toBe(200);
  expect(decode[encoding](Buffer.concat(taken)).equals(Buffer.concat(pieces))).toBe(true);
});

test.each(encodings)('in %s the writer waits for a slow reader', async (encoding) => {
  let [written, taken] = [0, 0];
  const noise = Buffer.from(Array.from({ length: 1 << 20 }, () => Math.random() * 256));
  const write = async (take: (piece: Uint8Array) => Promise<void>): Promise<void> => {
    for (let n = 0; n < 32; n += 1) {
      await take(noise);
      written += noise.length;
      expect(written - taken).toBeLessThan(4 * noise.length);
    }
  };
  await encode(encoding, write, async (piece) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    taken += piece.length;
  });
  expect(written).toBe(32 * noise.length);
});

test.each(encodings)('in %s an error of either side ends both', async (encoding) => {
  const endless = async (take: (piece: Uint8Array) => Promise<void>): Promise<never> => {
    for (;;) await take(Buffer.from(crypto.randomUUID().repeat(1000)));
  };
  const refuse = () => Promise.reject(new Error('the taker is full'));
  await expect(encode(encoding, endless, refuse)).rejects.toThrow('the taker is full');
  const broken = () => Promise.reject(new Error('the database is away'));
  await expect(encode(encoding, broken, async () => {})).rejects.toThrow('the database is away');
});

test('complete responses are compressed for clients that accept it; short ones, files and encoded ones are not', async () => {
  const app = Fastify();
  compressAnswers(app);
  const text = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ goat: n })));
  app.get('/json', async (_, reply) => reply.type('application/json; charset=utf-8').send(text));
  app.get('/problem', async (_, reply) => reply.code(400).type('application/problem+json').send(text));
  app.get('/short', async (_, reply) => reply.type('application/json').send('{}'));
  app.get('/picture', async (_, reply) => reply.type('image/webp').send(Buffer.from(text)));
  app.get('/encoded', async (_, reply) =>
    reply.type('application/json').header('content-encoding', 'gzip').send(Buffer.from(text)),
  );
  const get = (url: string, accepted: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { 'accept-encoding': accepted } });
  for (const url of ['/json', '/problem']) {
    const answer = await get(url, 'gzip, br');
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(text);
    const plain = await get(url, 'identity');
    expect([plain.payload, plain.headers['content-encoding'], plain.headers.vary]).toEqual([text, undefined, 'accept-encoding']);
  }
  expect((await get('/json', 'br', 'HEAD')).headers).toMatchObject({ 'content-encoding': 'br' });
  for (const url of ['/short', '/picture']) expect((await get(url, 'br')).headers['content-encoding']).toBeUndefined();
  expect((await get('/encoded', 'br')).headers['content-encoding']).toBe('gzip');
});
