import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { bodyFields, pathFor, sampleInput, seedFarm, type SeededFarm } from '#test/samples.ts';

/** Names of people are the farm's own; a checkout is tested with its payment. */
const own = ['addPerson', 'createCheckoutSession'];
const routes = new Map(Object.entries<Route>(api));
const creates = [...routes].flatMap(([name, route]) => {
  const fields = bodyFields(route);
  const text = ['notes', 'note', 'name', 'number'].find((field) => fields.includes(field));
  const isCreate = route.access === 'farm' && route.errors?.includes('create.conflict') && name !== 'replaceEvent';
  return isCreate && text !== undefined && fields.includes('id') && !own.includes(name) ? [[name, text, route] as const] : [];
});

describeOnEachEngine({ name: 'a create with an id from the browser', usually: 'both' }, (server) => {
  test.each(creates)(
    '%s makes one record however often it is sent, returns it as it is, in upper case too, and makes no other under its id',
    async (name, text, route) => {
      const seed = async () => seedFarm(await server().register({ plan: 'enterprise' }), route);
      const [ours, theirs] = [await seed(), await seed()];
      const id = uuidv7();
      const send = ({ person, ...farm }: SeededFarm, more: object = {}) => {
        const { params, body } = sampleInput(route, { person, ...farm });
        return person.send({ method: route.method, url: pathFor(route, params), payload: { ...body, id, ...more } });
      };
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(ours)));
      const [{ payload } = expect.fail()] = answers;
      expect(answers.map((answer) => [answer.statusCode, answer.payload])).toEqual(answers.map(() => [201, payload]));
      /** Without the rows of the farms, which count every write. */
      const stored = async () => {
        const all = await Promise.all([ours, theirs].map(({ person }) => readAllRows(server(), person.farmId)));
        return all.map((rows) => [...rows].filter(([table]) => table !== 'farms'));
      };
      const before = await stored();
      expect((await send(ours)).payload).toBe(payload);
      for (const refused of [await send(ours, { [text]: 'Other' }), await send(theirs)])
        expect([refused.statusCode, refused.json<object>()]).toMatchObject([409, { code: 'create.conflict' }]);
      expect(await stored()).toEqual(before);

      const change = routes.get(name.replace(/^(?:add|issue)/, 'change'));
      const changed = change && { [text]: 'Changed' };
      if (change) {
        const url = pathFor(change, { id });
        expect((await ours.person.send({ method: change.method, url, payload: { ...changed } })).statusCode).toBe(200);
      }
      const repeated = await send(ours, { id: id.toUpperCase() });
      expect([repeated.statusCode, repeated.json<object>()]).toMatchObject([201, { id, ...changed }]);
    },
  );
});
