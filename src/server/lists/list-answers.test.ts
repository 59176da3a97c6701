import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, expect, test } from 'vitest';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { currentCaller, runAs } from '#server/concurrency/caller.ts';
import { listFairQueues } from '#server/concurrency/fair-queue.ts';
import type { ListAnswer, ListName } from './list-answer.ts';
import { createListAnswers, type Reader } from './list-answers.ts';
import type { JsonList } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'bellwether-lists-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inUse = () => listFairQueues().filter(({ size }) => size.running + size.waiting > 0);
afterEach(() => expect.poll(inUse).toEqual([]));

const ada: ListName = {
  farmId: vouchedFarmId('ada'),
  revision: 7,
  address: '/animals {}',
  encoding: 'identity',
  isCacheable: true,
};
const bob: ListName = { ...ada, farmId: vouchedFarmId('bob') };

class Visitor extends EventEmitter {
  destroyed = false;
  disconnect(): void {
    this.destroyed = true;
    this.emit('close');
  }
}
const visitor = (): Visitor & Reader => new Visitor() as Visitor & Reader;

function countingWriter(content = 'x'.repeat(40)) {
  const writer = {
    times: 0,
    write: (async (take) => {
      writer.times += 1;
      await take(Buffer.from(`${writer.times} ${content}`));
      return { next: undefined };
    }) satisfies JsonList as JsonList,
  };
  return writer;
}

const short = async ({ body }: ListAnswer): Promise<string> => {
  if (!Buffer.isBuffer(body)) throw new Error('It lies on the disk');
  return body.toString();
};
const long = async (answer: ListAnswer | undefined): Promise<string> => {
  const body = answer?.body;
  if (!body || Buffer.isBuffer(body)) throw new Error('It is in memory');
  return text(body.read());
};

test('a list is written once per revision, even for concurrent requests', async () => {
  const [lists, { write }] = [createListAnswers(folder), countingWriter('goats')];
  const both = await Promise.all([1, 2].map(() => lists.get(ada, write, visitor()).then(short)));
  expect(both).toEqual(['1 goats', '1 goats']);
  expect(await lists.get({ ...ada, revision: 8 }, write, visitor()).then(short)).toBe('2 goats');
  expect(await lists.get(bob, write, visitor()).then(short)).toBe('3 goats');
});

test('a request that began before a change does not replace the newer list in the cache', async () => {
  const [lists, { write }] = [createListAnswers(folder), countingWriter('goats')];
  await lists.get(ada, write, visitor());
  expect(await lists.get({ ...ada, revision: 6 }, write, visitor()).then(short)).toBe('2 goats');
  expect(await lists.get(ada, write, visitor()).then(short)).toBe('1 goats');
});

test('all readers of a shared answer get the cursor of the next page', async () => {
  const lists = createListAnswers(folder);
  const write: JsonList = async () => ({ next: 'there' });
  const answers = await Promise.all([1, 2].map(() => lists.get(ada, write, visitor())));
  expect(answers.map(({ next }) => next)).toEqual(['there', 'there']);
});

test('each encoding is of the same list', async () => {
  const [lists, { write }] = [createListAnswers(folder), countingWriter('sheep')];
  const get = async (encoding: 'br' | 'gzip') => (await lists.get({ ...ada, encoding }, write, visitor())).body as Buffer;
  expect([brotliDecompressSync(await get('br')), gunzipSync(await get('gzip'))].map(String)).toEqual(['1 sheep', '2 sheep']);
  expect(brotliDecompressSync(await get('br')).toString()).toBe('1 sheep');
});

test('pages are shared while they are written and not cached', async () => {
  const [lists, { write }] = [createListAnswers(folder), countingWriter('page')];
  const page = { ...ada, isCacheable: false };
  const both = await Promise.all([1, 2].map(() => lists.get(page, write, visitor()).then(short)));
  expect(both).toEqual(['1 page', '1 page']);
  expect(await lists.get(page, write, visitor()).then(short)).toBe('2 page');
});

test.each([1000, 10])('a failure is not cached when lists of more than %d bytes go to the disk', async (bytesInMemory) => {
  const [lists, { write }] = [createListAnswers(folder, { bytesInMemory }), countingWriter()];
  const broken: JsonList = async (take) => {
    await take(Buffer.alloc(100));
    throw new Error('away');
  };
  await expect(lists.get(ada, broken, visitor())).rejects.toThrow('away');
  const reader = visitor();
  await lists.get(ada, write, reader);
  reader.disconnect();
});

test('a full cache evicts the least recently used list', async () => {
  const [lists, { write }] = [createListAnswers(folder, { cachedBytes: 100 }), countingWriter()];
  const get = (name: ListName) => lists.get(name, write, visitor()).then(short);
  const [ofAda] = [await get(ada), await get(bob)];
  expect(await get(ada)).toBe(ofAda);
  await get({ ...ada, farmId: vouchedFarmId('cid') });
  expect(await get(ada)).toBe(ofAda);
  expect(await get(bob)).toMatch(/^4 /);
});

test('one farm uses at most half of the cache, however many lists it requests', async () => {
  const [lists, { write }] = [createListAnswers(folder, { cachedBytes: 200 }), countingWriter()];
  const get = (name: ListName) => lists.get(name, write, visitor()).then(short);
  const ofBob = await get(bob);
  const requested = [];
  for (const list of ['/animals', '/health-records', '/breeding-records', '/kin'])
    requested.push(await get({ ...ada, address: list }));
  expect(await get(bob)).toBe(ofBob);
  expect(await get({ ...ada, address: '/kin' })).toBe(requested[3]);
  expect(await get({ ...ada, address: '/animals' })).not.toBe(requested[0]);
});

test('a list larger than the cache is answered and not cached', async () => {
  const [lists, writer] = [createListAnswers(folder, { cachedBytes: 10 }), countingWriter()];
  for (const _ of [1, 2]) await lists.get(ada, writer.write, visitor());
  expect(writer.times).toBe(2);
});

test('a long list is stored on disk once for all its readers, until the last one has received it', async () => {
  const [lists, writer] = [createListAnswers(folder, { bytesInMemory: 100 }), countingWriter('sheep '.repeat(100_000))];
  const readers = [visitor(), visitor(), visitor()];
  const [first, ...others] = await Promise.all(readers.map((reader) => lists.get(ada, writer.write, reader)));
  const late = visitor();
  const all = await Promise.all([first, ...others, await lists.get(ada, writer.write, late)].map((answer) => long(answer)));
  // The first write finds that the list is long, and the second one goes to the disk.
  expect(new Set(all)).toEqual(new Set([`2 ${'sheep '.repeat(100_000)}`]));
  expect(writer.times).toBe(2);
  expect(readdirSync(folder)).toEqual([]);
  for (const reader of readers) reader.disconnect();
  expect(await long(first)).toHaveLength(600_002);
  late.disconnect();
  await expect.poll(inUse).toEqual([]);
  await expect(long(first)).rejects.toThrow();
});

test('a farm has at most two long lists: a third waits until one of them has no reader, and other farms do not wait', async () => {
  const [lists, { write }] = [createListAnswers(folder, { bytesInMemory: 10 }), countingWriter()];
  const name = (index: number, of = ada): ListName => ({ ...of, address: `/animals ${index}` });
  const as = (key: string, name_: ListName, reader: Reader) =>
    runAs({ key, address: '192.0.2.1', signal: new AbortController().signal }, () => lists.get(name_, write, reader));
  const readers = Array.from({ length: 9 }, visitor);
  const begun: number[] = [];
  const answers = readers.map((reader, index) =>
    as('ada', name(index), reader).then(
      () => void begun.push(index),
      () => {},
    ),
  );
  await Promise.all(answers.slice(0, 2));
  const others = [visitor(), visitor()];
  await Promise.all(others.map((reader, index) => as('bob', name(index, bob), reader)));
  await pause(50);
  expect(begun.toSorted((a, b) => a - b)).toEqual([0, 1]);
  readers[2]?.disconnect();
  readers[0]?.disconnect();
  await answers[3];
  expect(begun.toSorted((a, b) => a - b)).toEqual([0, 1, 3]);
  for (const reader of [...readers, ...others]) reader.disconnect();
  await Promise.all(answers);
});

test('a long list releases its slot and its file whenever its only reader disconnects', async () => {
  const folderOfThis = join(folder, 'leaving');
  const lists = createListAnswers(folderOfThis, { bytesInMemory: 1000 });
  const steps = { taken: 0, leaveAt: Infinity, reader: visitor() };
  const step = (): void => {
    steps.taken += 1;
    if (steps.taken === steps.leaveAt) steps.reader.disconnect();
  };
  const write: JsonList = async (take) => {
    const signal = currentCaller()?.signal;
    for (let n = 0; n < 5; n += 1) {
      step();
      signal?.throwIfAborted();
      await take(Buffer.alloc(500));
    }
    return { next: undefined };
  };
  const ask = async (leaveAt: number): Promise<'read' | 'left'> => {
    Object.assign(steps, { taken: 0, leaveAt, reader: visitor() });
    try {
      const answer = await lists.get(ada, write, steps.reader);
      step();
      await long(answer);
      step();
      return steps.reader.destroyed ? 'left' : 'read';
    } catch {
      return 'left';
    } finally {
      if (!steps.reader.destroyed) steps.reader.disconnect();
    }
  };
  await ask(Infinity);
  const last = steps.taken;
  expect(last).toBe(10);
  for (let leaveAt = 1; leaveAt <= last; leaveAt += 1) {
    expect([leaveAt, await ask(leaveAt)]).toEqual([leaveAt, 'left']);
    await expect.poll(inUse).toEqual([]);
    expect(readdirSync(folderOfThis)).toEqual([]);
  }
  expect(await ask(Infinity)).toBe('read');
});

test('writing a list stops when its last reader disconnects, and not before', async () => {
  const lists = createListAnswers(folder);
  const go = Promise.withResolvers<void>();
  let wasEnded: boolean | undefined;
  const write: JsonList = async (take) => {
    await go.promise;
    wasEnded = currentCaller()?.signal.aborted;
    currentCaller()?.signal.throwIfAborted();
    await take(Buffer.from('all'));
    return { next: undefined };
  };
  const [one, other] = [visitor(), visitor()];
  const answers = [lists.get(ada, write, one), lists.get(ada, write, other)];
  one.disconnect();
  go.resolve();
  expect(await answers[1]?.then(short)).toBe('all');
  expect(wasEnded).toBe(false);

  const lonely = visitor();
  const unheard = lists.get(bob, write, lonely);
  lonely.disconnect();
  await expect(unheard).rejects.toThrow('closed the connection');
  expect(wasEnded).toBe(true);
  await expect(lists.get(bob, write, lonely)).rejects.toThrow('closed the connection');
});

test('when the disk space for lists is used up, the farm with the highest usage loses a list, and one with little does not', async () => {
  const lists = createListAnswers(folder, { bytesInMemory: 10, bytesOnDisk: 1000 });
  const of =
    (bytes: number): JsonList =>
    async (take) => {
      await take(Buffer.alloc(bytes));
      return { next: undefined };
    };
  const get = (key: string, bytes: number) => {
    const reader = visitor();
    const name = { ...ada, farmId: vouchedFarmId(key), address: `${bytes}` };
    const answer = runAs({ key, address: '192.0.2.1', signal: new AbortController().signal }, () =>
      lists.get(name, of(bytes), reader),
    );
    return { reader, answer };
  };
  const asked = [];
  const answers: ListAnswer[] = [];
  for (const [key, bytes] of [
    ['ada', 450],
    ['bob', 200],
    ['cid', 400],
  ] as const) {
    const one = get(key, bytes);
    asked.push(one);
    answers.push(await one.answer);
  }
  await expect.poll(() => long(answers[0]).catch(() => 'cut off')).toBe('cut off');
  expect((await Promise.all(answers.slice(1).map(long))).map(({ length }) => length)).toEqual([200, 400]);
  const tooLong = get('dan', 501);
  await expect(tooLong.answer).rejects.toMatchObject({ code: 'server.full' });
  for (const { reader } of [...asked, tooLong]) reader.disconnect();
});
