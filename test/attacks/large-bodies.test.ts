// @module-tag grows
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { useTestServer, type Person } from '#test/engines.ts';
import { longestBlockMs } from '#test/event-loop.ts';
import { isLongRun } from '#test/long-run.ts';
import { epochOf } from '#test/operations.ts';

/** The longest time that one request may block the event loop for all other clients. */
const maxBusyMs = 250;

// The body is parsed before the database is asked, so one engine is enough.
const server = useTestServer('sqlite');
let farmer: Person;
let start: string;
beforeAll(async () => {
  farmer = await server().register();
  const operation = { id: uuidv7(), call: 'addAnimal', params: {} };
  start = JSON.stringify({ device: 'phone', epoch: await epochOf(farmer), ops: [operation] }).slice(0, -'}]}'.length);
});

/** Stored operations are the longest JSON that is accepted. */
const room = (api.sync.maxBodyBytes ?? 0) - 1000;
const listOf = (unit: string): string =>
  `[${Array<string>(Math.floor(room / (unit.length + 1)))
    .fill(unit)
    .join()}]`;
const namesFrom = (first: number, count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${first + index}":0`).join()}}`;

const bodies: readonly (readonly [what: string, member: string, status: number])[] = [
  ['a million objects', `"body":${listOf('{}')}`, 400],
  ['a million lists', `"body":${listOf('[]')}`, 400],
  ['lists of lists', `"body":${listOf('[[[[[[[[[[[[[[]]]]]]]]]]]]]]')}`, 400],
  ['two million levels', `"body":${'['.repeat(room / 2)}${']'.repeat(room / 2)}`, 400],
  ['an object of 300,000 names', `"body":${namesFrom(0, 300_000)}`, 400],
  ['parameters of 300,000 names', `"params":${namesFrom(0, 300_000).replaceAll(':0', ':""')}`, 400],
  ['300,000 different names', `"body":[${Array.from({ length: 2000 }, (_, index) => namesFrom(150 * index, 150)).join()}]`, 400],
  ['two million numbers', `"body":${listOf('0')}`, 200],
  ['a million texts', `"body":${listOf('"\\""')}`, 200],
  ['a text of brackets and colons', `"body":"${'[{:\\"'.repeat(room / 6)}"`, 400],
  ['as many objects as are accepted', `"body":[${Array(49_000).fill('{"a":0}').join()}]`, 200],
  [
    '600 objects of 150 different names',
    `"body":[${Array.from({ length: 600 }, (_, index) => namesFrom(150 * index, 150)).join()}]`,
    200,
  ],
];

test.each(bodies)('a body with %s blocks nobody', async (_, member, status) => {
  const payload = `${start},${member}}]}`;
  const send = () => farmer.send({ method: 'POST', url: '/api/sync', headers: { 'content-type': 'application/json' }, payload });
  let answered = 0;
  const attempt = () => longestBlockMs(async () => (answered = (await send()).statusCode));
  let busyMs = await attempt();
  // A second attempt rules out garbage collection and other load.
  if (isLongRun && busyMs > maxBusyMs) busyMs = await attempt();
  if (isLongRun) expect(busyMs).toBeLessThan(maxBusyMs);
  expect(answered).toBe(status);
});
