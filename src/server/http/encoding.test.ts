import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressAnswers } from './encoding.ts';

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
