// @module-tag long
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { NewEvent } from '#contract/events.ts';
import { api, type Api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { recordKindNames } from '#domain/records/kinds.ts';
import { leavingKinds } from '#domain/journal/departures.ts';
import { archivedAnimal, archivedFarm, buildZip } from '#test/archives.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { longestBlockMs } from '#test/event-loop.ts';
import { heaviest, type Letter } from '#test/heaviest.ts';
import { recordMeasurement } from '#test/measurements.ts';
import { bodyFields, pathFor, sampleInput, sampleOf, seedFarm, type SeededFarm } from '#test/samples.ts';

type Body = Readonly<Record<string, unknown>>;

const maxAnswerBytes = 5_000_000;
/** Of each kind. With the heaviest of most kinds, so many are more than an answer may have. */
const rowsOfKind = 60;

const routes = Object.entries<Route>(api) as [keyof Api, Route][];
const inFarm = routes.filter(([, { access }]) => access === 'farm');
const unique: ReadonlySet<string> = new Set(['name', 'tagNumber', 'number']);
/** What leads nowhere without a mail, a payment or a sale. */
const others: ReadonlySet<string> = new Set(['invite', 'issuePaper', 'makeTransfer', 'recordEvents']);
const creating = inFarm.filter(([name, { status, file }]) => status === 201 && !file && !others.has(name));
const changing = inFarm.filter(([, { method, offline }]) => method === 'PATCH' && offline);
/** A file that is downloaded is sent as it is read, however long it is. */
const reading = inFarm.filter(([name, { method, download }]) => (method === 'GET' && !download) || name === 'tryMatings');

describeOnEachEngine('a farm with the heaviest rows', (server) => {
  let person: Person;
  let farm: SeededFarm;
  let herd: string[];
  beforeAll(async () => {
    person = await server().register({ plan: 'enterprise' });
    const animals = Array.from({ length: 5000 }, (_, index) => archivedAnimal({ tagNumber: `A${index}`, sex: 'female' }));
    const archive = JSON.stringify(archivedFarm({ animals }));
    await person.upload('importArchive', { bytes: await buildZip([['farm.json', archive, { compress: false }]]) });
    herd = animals.map(({ id }) => id);
    farm = await seedFarm(person);
    for (const [, route] of creating) await addHeaviest(route);
    for (const schema of NewEvent.options) await recordHeaviest(schema, farm.doe);
    for (const [, route] of changing) await changeToHeaviest(route);
    await deleteRecordedAnimals();
  }, 600_000);

  /** The body of a request with all the fields that go together. */
  function heaviestBody(route: Route, letter: Letter): Body {
    let body = sampleInput(route, farm).body ?? {};
    for (const field of bodyFields(route)) {
      const more = sampleInput(route, farm, [...Object.keys(body), field]).body ?? {};
      if (route.body?.safeParse(more).success) body = more;
    }
    const ids = letter === '🐐' ? herd : herd.toReversed();
    return route.body ? heaviest(route.body, body, letter, ids) : body;
  }

  /** Fields that only the server can judge, such as pictures, get their plain value when it refuses them, or are left out. */
  async function send(route: Route, url: string, body: Body): Promise<Body> {
    const { statusCode, payload } = await person.send({ method: route.method, url, payload: body });
    const { errors = [] }: { errors?: { path: string }[] } = statusCode === 400 ? JSON.parse(payload) : {};
    const names = new Set(errors.map(({ path }) => path.split('.')[0] ?? ''));
    if (!Object.keys(body).some((name) => names.has(name))) return body;
    const { body: plain = {} } = sampleInput(route, farm);
    const left = Object.entries(body).flatMap(([name, value]) => {
      if (!names.has(name)) return [[name, value]];
      return name in plain && JSON.stringify(plain[name]) !== JSON.stringify(value) ? [[name, plain[name]]] : [];
    });
    return send(route, url, Object.fromEntries(left));
  }

  const numbered = (text: unknown, index: number): unknown =>
    typeof text === 'string' ? Array.from(text).slice(0, -4).join('') + String(index).padStart(4, '0') : text;

  async function addHeaviest(route: Route): Promise<void> {
    const url = pathFor(route, sampleInput(route, farm).params);
    let body = heaviestBody(route, '🐐');
    for (let index = 0; index < rowsOfKind; index += 1) {
      const named = Object.entries(body).map(([name, value]) => [name, unique.has(name) ? numbered(value, index) : value]);
      body = await send(route, url, { ...Object.fromEntries(named), ...('id' in body && { id: uuidv7() }) });
    }
  }

  async function recordHeaviest(schema: (typeof NewEvent.options)[number], animalId: string): Promise<void> {
    const kind = schema.shape.kind.value;
    if (leavingKinds.some((leaving) => leaving === kind)) return;
    const sample = { ...sampleOf(schema, farm, Object.keys(schema.shape)), kind, animalId };
    const event = heaviest(schema, sample, '🐐', herd);
    const events = Array.from({ length: rowsOfKind }, () => ({ ...event, id: uuidv7() }));
    for (const one of events) await person.send({ method: 'POST', url: '/api/events', payload: { events: [one] } });
  }

  /** Twice, so that the log has both long values. */
  async function changeToHeaviest(route: Route): Promise<void> {
    const { payload } = await person.send({ method: 'GET', url: `/api${route.path.replace('/:id', '')}?limit=${rowsOfKind}` });
    const rows = JSON.parse(payload) as { id: string }[];
    for (const letter of ['🐑', '🐐'] as const) {
      const { version: _, isArchived: _archived, ...all } = heaviestBody(route, letter);
      let body: Body = Object.fromEntries(Object.entries(all).filter(([name]) => !unique.has(name)));
      for (const { id } of rows) body = await send(route, pathFor(route, { id }), body);
    }
  }

  /** The log keeps what was deleted. */
  async function deleteRecordedAnimals(): Promise<void> {
    const { id } = await person.addAnimal({ tagNumber: 'Deleted' });
    for (const schema of NewEvent.options) await recordHeaviest(schema, id);
    await person.call('deleteAnimal', { params: { id } });
  }

  test('has many rows of every kind', async () => {
    const rows = await server()
      .db.selectFrom('changes')
      .select(({ fn }) => ['kind', fn.countAll<number | string>().as('count')])
      .groupBy('kind')
      .execute();
    const counts = new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
    // An animal has few numbers.
    const few = recordKindNames.filter((kind) => kind !== 'animalTag' && (counts.get(kind) ?? 0) < rowsOfKind);
    expect(few).toEqual([]);
  });

  test('answers no call with more than 5 MB', async () => {
    const long: string[] = [];
    const measured: { name: string; bytes: number; turnMs: number }[] = [];
    for (const [name, route] of reading) {
      const { params, body } = sampleInput(route, { ...farm, ids: { ...farm.ids, animals: farm.doe } });
      const limit = [5000, 1000, 500, 200, 50].find(
        (most) => route.query?.shape['limit'] && route.query.safeParse({ limit: most }).success,
      );
      const url = `${pathFor(route, params)}${limit === undefined ? '' : `?limit=${limit}`}`;
      const ask = () => person.send({ method: route.method, url, ...(body && { payload: body }) });
      const { statusCode, rawPayload } = await ask();
      // Of two attempts, because one may include the collection of garbage.
      const turnMs = Math.min(await longestBlockMs(ask), await longestBlockMs(ask));
      measured.push({ name, bytes: rawPayload.length, turnMs });
      if (statusCode !== 200 || rawPayload.length > maxAnswerBytes)
        long.push(`${name}: ${statusCode}, ${rawPayload.length} bytes`);
    }
    const most = (field: 'bytes' | 'turnMs') => measured.toSorted((a, b) => b[field] - a[field])[0];
    const [longest, slowest] = [most('bytes'), most('turnMs')];
    const { engine } = server();
    recordMeasurement(`heaviest farm, ${engine}: longest answer`, `${longest?.bytes} bytes (${longest?.name})`);
    recordMeasurement(`heaviest farm, ${engine}: longest turn`, `${Math.ceil(slowest?.turnMs ?? 0)} ms (${slowest?.name})`);
    expect(long).toEqual([]);
  });
});
