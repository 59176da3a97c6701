// @module-tag grows
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { cleanText, joinLines } from '#domain/values/text.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { recordMeasurement } from '#test/measurements.ts';
import { naughtyStrings } from '#test/naughty-strings.ts';
import { pathFor, bodyFields, sampleInput, seedFarm, type SeededFarm } from '#test/samples.ts';
import { isLongRun } from '#test/long-run.ts';

const places = Object.entries<Route>(api).flatMap(([name, route]) =>
  ['farm', 'admin'].includes(route.access) && route.body && !route.path.startsWith('/imports')
    ? bodyFields(route).flatMap((field) => (isWords(route, field) ? [[name, field, route] as const] : []))
    : [],
);

function isWords({ body, reply }: Route, field: string): boolean {
  const complaints = body?.safeParse({ [field]: 'a word' }).error?.issues ?? [];
  return (
    !complaints.some(({ path }) => path[0] === field) &&
    field in ((reply as { shape?: object }).shape ?? {}) &&
    !/price$|^version$/i.test(field)
  );
}

/** Every 48th text (in the long form every 24th), others for each field; all fields together cover all texts. */
const step = isLongRun ? 24 : 48;
const textsFor = (at: number): readonly string[] => naughtyStrings.filter((_, index) => index % step === at % step);

describeOnEachEngine('every naughty string', (server) => {
  test(
    'is stored character by character as cleaned, or rejected, in every field of every route',
    { timeout: 1_200_000 },
    async () => {
      expect(places.length).toBeGreaterThan(15);
      const admin = await server().register({ isAdmin: true });
      const newFarm = async () => seedFarm(await server().register({ plan: 'enterprise' }));
      let farm = await newFarm();
      let [kept, refused] = [0, 0];
      for (const [at, place] of places.entries()) {
        for (const text of textsFor(at)) {
          const outcome = await tell(farm, admin, place, text);
          if (outcome === 'full') farm = await newFarm();
          const isKept = (outcome === 'full' ? await tell(farm, admin, place, text) : outcome) === 'kept';
          if (isKept) kept += 1;
          else refused += 1;
        }
      }
      expect(kept).toBeGreaterThan(refused / 2);
      recordMeasurement(`round trip: texts kept, ${server().engine}`, kept);
      recordMeasurement(`round trip: texts refused, ${server().engine}`, refused);
    },
  );
});

/** A farm has no room for a record of each text. */
async function tell(
  farm: SeededFarm,
  admin: Person,
  [name, field, route]: (typeof places)[number],
  text: string,
): Promise<'kept' | 'refused' | 'full'> {
  const { body } = sampleInput(route, farm, [field]);
  const person = route.access === 'admin' ? admin : farm.person;
  const response = await send(person, route, farm, { ...body, [field]: text });
  const where = `${name}.${field} ${JSON.stringify(text).slice(0, 80)}: ${response.payload.slice(0, 300)}`;
  if (response.statusCode === 403 && response.json<{ code?: string }>().code === 'farm.full') return 'full';
  if (response.statusCode >= 400) {
    // A coupon code that differs in case alone exists already.
    expect([400, 409], where).toContain(response.statusCode);
    return 'refused';
  }
  const answered = response.json<Record<string, unknown>>()[field];
  const cleaned = cleanText(text);
  const asWritten = [
    cleaned,
    joinLines(cleaned),
    cleaned === '' ? null : cleaned,
    /code/i.test(field) ? cleaned.normalize('NFKC').toUpperCase().trim() : cleaned,
  ];
  expect(asWritten, where).toContain(answered);
  // The stored value is read again where the route has a read for one row.
  const { id } = response.json<{ id?: string }>();
  if (route.path.startsWith('/animals') && id !== undefined) {
    expect((await farm.person.send({ method: 'GET', url: `/api/animals/${id}` })).json()).toMatchObject({ [field]: answered });
    if (route.method === 'POST') await farm.person.call('deleteAnimal', { params: { id } });
  }
  return 'kept';
}

function send(person: Person, route: Route, farm: SeededFarm, body: object) {
  const { params } = sampleInput(route, farm);
  return person.send({ method: route.method, url: pathFor(route, params), payload: body });
}
