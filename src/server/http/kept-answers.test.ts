import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { createKeptAnswers, encodingFor } from './kept-answers.ts';

const ada = { farmId: vouchedFarmId('ada'), revision: 7, url: '/api/animals' };
const bob = { ...ada, farmId: vouchedFarmId('bob') };

/** Counts how often it had to write. */
function scribe(text = 'x'.repeat(40)) {
  const scribed = { times: 0, write: async () => Buffer.from(`${(scribed.times += 1)} ${text}`) };
  return scribed;
}

test('a list is written once for a revision, also when many ask at once, and anew for the next', async () => {
  const [kept, { write }] = [createKeptAnswers(), scribe('goats')];
  const [first, second] = await Promise.all([kept.get(ada, 'identity', write), kept.get(ada, 'identity', write)]);
  expect([first.toString(), second.toString()]).toEqual(['1 goats', '1 goats']);
  expect((await kept.get({ ...ada, revision: 8 }, 'identity', write)).toString()).toBe('2 goats');
  expect((await kept.get(bob, 'identity', write)).toString()).toBe('3 goats');
});

test('a request that began before a change is answered and does not displace the newer list', async () => {
  const [kept, { write }] = [createKeptAnswers(), scribe()];
  const newer = await kept.get(ada, 'identity', write);
  expect(await kept.get({ ...ada, revision: 6 }, 'identity', write)).not.toEqual(newer);
  expect(await kept.get(ada, 'identity', write)).toBe(newer);
});

test('each encoding is made once, from the same list', async () => {
  const [kept, scribed] = [createKeptAnswers(), scribe('sheep')];
  const [brotli, gzip] = await Promise.all([kept.get(ada, 'br', scribed.write), kept.get(ada, 'gzip', scribed.write)]);
  expect([brotliDecompressSync(brotli), gunzipSync(gzip)].map(String)).toEqual(['1 sheep', '1 sheep']);
  expect(await kept.get(ada, 'br', scribed.write)).toBe(brotli);
  expect(scribed.times).toBe(1);
});

test('a failure is not kept', async () => {
  const [kept, { write }] = [createKeptAnswers(), scribe()];
  await expect(kept.get(ada, 'br', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await kept.get(ada, 'br', write)).toBeInstanceOf(Buffer);
});

test('when memory is full, the farm that asked longest ago goes', async () => {
  const [kept, { write }] = [createKeptAnswers(100), scribe()];
  const cid = { ...ada, farmId: vouchedFarmId('cid') };
  const [ofAda] = [await kept.get(ada, 'identity', write), await kept.get(bob, 'identity', write)];
  expect(await kept.get(ada, 'identity', write)).toBe(ofAda);
  await kept.get(cid, 'identity', write);
  expect(await kept.get(ada, 'identity', write)).toBe(ofAda);
  expect(String(await kept.get(bob, 'identity', write))).toMatch(/^4 /);
});

test('what is larger than the memory is answered and not kept', async () => {
  const [kept, scribed] = [createKeptAnswers(10), scribe()];
  for (const _ of [1, 2]) expect(await kept.get(ada, 'identity', scribed.write)).toBeInstanceOf(Buffer);
  expect(scribed.times).toBe(2);
});

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
