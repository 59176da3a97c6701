import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { bodyFields, sampleInput, seedFarm, waysTo, type Way } from '#test/samples.ts';

const versioned = Object.entries<Route>(api).filter(([, route]) => bodyFields(route).includes('version'));

/** Tables that an accepted request writes even if it changes no record. */
const bookkeeping = new Set(['farms', 'receipts']);

describeOnEachEngine('a change that is based on another version', (server) => {
  /** Sends the same change under an older and a newer version, under none, and again under the older one. */
  const answersTo = async (route: Route, send: Way, fields: readonly string[]) => {
    const person = await server().register({ plan: 'enterprise' });
    const farm = await seedFarm(person, route);
    const { params, body } = sampleInput(route, farm, [...fields, 'version']);
    const [older, newer] = typeof body?.['version'] === 'string' ? ['0-0', 'z-z'] : [0, 999];
    const answers = [];
    for (const version of [older, newer, undefined, older]) {
      const before = await readAllRows(server(), person.farmId);
      const { statusCode, payload } = await send(person, farm, { params, body: { ...body, version } });
      const after = await readAllRows(server(), person.farmId);
      const written = [...after.keys()].filter((table) => JSON.stringify(after.get(table)) !== JSON.stringify(before.get(table)));
      const { code } = JSON.parse(payload) as { code?: string };
      const isRecordWritten = written.some((table) => !bookkeeping.has(table));
      answers.push({ statusCode, code, isAnythingWritten: written.length > 0, isRecordWritten });
    }
    return answers;
  };

  test.each(versioned)('by %s is refused and writes nothing, unless it is stored already, also by sync', async (name, route) => {
    const refused = { statusCode: 409, code: 'record.stale', isAnythingWritten: false, isRecordWritten: false };
    const done = { statusCode: route.status ?? 200, code: undefined, isAnythingWritten: true };
    for (const [, send] of waysTo(name, route)) {
      const fields = bodyFields(route);
      let answers;
      // The samples of all fields may be invalid together, and that of one field may be what is stored.
      for (const some of [fields, ...fields.map((field) => [field])]) {
        answers = await answersTo(route, send, some);
        if (answers[2]?.isRecordWritten) break;
      }
      expect(answers).toEqual([refused, refused, { ...done, isRecordWritten: true }, { ...done, isRecordWritten: false }]);
    }
  });
});
