import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { api, type Api } from '#contract/index.ts';
import type { Call, Route } from '#contract/route.ts';
import { createApp } from '#server/app.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { Client } from '#test/client.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
import { insertHerd } from '#test/herd-rows.ts';
import { testPicture } from '#test/pictures.ts';
import { seedFarm } from '#test/samples.ts';

const lists = Object.entries<Route>(api).filter(([, { byRevision }]) => byRevision);
const paged = lists.filter(([, { query }]) => 'cursor' in (query?.shape ?? {}));
const nasty = `"quoted" \\ back/slash \u2028 \u{1F410} é ' <b> \t tab`;

describeOnEachEngine('lists that the database writes', (server) => {
  let person: Person;
  beforeAll(async () => {
    person = await server().register({ plan: 'enterprise' });
    await fillFarm(person);
    const outline = [10_000, 0, 5000].map((x, at) => ({ x, y: at * 5000 }));
    const grazed = { areaSquareMetres: 9000, restDays: 30, outline };
    const place = await person.call('addPlace', { body: { name: 'Hill', note: nasty, ...grazed } });
    const group = await person.call('addGroup', { body: { name: 'Ewes', note: nasty } });
    const withdrawals = [{ species: null, product: 'meat' as const, days: 21, source: 'Label' }];
    const limits = { treatToBodyCondition: 2.5, treatFromFamacha: 4, treatFromEggCount: 500, treatFromDag: 3, treatFromJaw: 1 };
    const dosing = { unit: 'ml', doseAmount: 0.2, doseWeight: 10, withdrawals, ...limits };
    const bottles = { boughtOn: '2026-01-02', bottles: 2, amount: 0.5, batch: nasty.slice(0, 100), expiry: '2027-01-02' };
    const stocked = { note: nasty, photo: await picture(person), stock: [{ ...bottles, endedOn: null }] };
    const product = await person.call('addProduct', { body: { name: 'Wormer', kind: 'dewormer', ...dosing, ...stocked } });
    const shared = { productName: nasty };
    const worklist = await person.call('addWorklist', { body: { name: nasty, work: 'vaccinate', shared } });
    const ram = await person.addAnimal({ tagNumber: 'RAM', species: 'sheep', sex: 'male' });
    const ewe = await person.addAnimal({ tagNumber: 'EWE', species: 'sheep' });
    const exposed = { name: nasty.slice(0, 40), maleIds: [ram.id], femaleIds: [ewe.id], inDay: '2026-05-01' };
    const exposure = await person.call('addExposure', { body: { ...exposed, groupId: group.id, outDay: '2026-06-01' } });
    await person.call('addExposure', { body: exposed });
    const words = { name: nasty, subject: nasty.slice(0, 100), note: nasty, reason: nasty.slice(0, 90), responsible: 'Sam' };
    const days = { day: '2026-05-02', putOffTo: '2026-05-09', doneOn: '2026-05-02', repeat: 'week' } as const;
    const chore = await person.call('addChore', { body: { ...words, ...days, groupId: group.id, placeId: place.id } });
    const entries = {
      Place: place,
      Group: group,
      Product: product,
      Worklist: worklist,
      Exposure: exposure,
      Chore: chore,
    } as const;
    for (const [list, { id }] of Object.entries(entries) as [keyof typeof entries, { id: string }][])
      await person.call(`change${list}`, { params: { id }, body: { isArchived: true } });
    await person.call('addPlace', { body: { name: 'Barn' } });
    await person.call('addGroup', { body: { name: 'Rams' } });
    await person.call('addProduct', { body: { name: 'Salt', kind: 'supplement' } });
    await person.call('addWorklist', { body: { name: 'Weighing', work: 'weigh' } });
    await person.call('addChore', { body: { name: 'Water', day: '2026-05-03' } });
    const dam = (await person.call('listAnimals')).find(({ sex }) => sex === 'female');
    const first = (await person.call('listAnimalStates')).find(({ animalId }) => animalId !== dam?.id);
    const head = () => ({ id: crypto.randomUUID(), animalId: first?.animalId ?? '', day: '2026-05-02' });
    const vaccination = { kind: 'vaccination', productName: 'CD&T', nextDueDay: '2027-05-02' } as const;
    const events: Call<Api['recordEvents']>['body']['events'] = [
      { ...head(), kind: 'move', placeId: place.id },
      { ...head(), ...vaccination },
      { ...head(), kind: 'fostering', rearedById: dam?.id ?? '' },
      { ...head(), kind: 'tagChange', oldTag: 'OLD-1', newTag: 'OLD-2' },
      { ...head(), kind: 'tagChange', oldTag: 'OLD-2', newTag: nasty.slice(0, 40) },
      { ...head(), kind: 'sale', animalId: ewe.id },
    ];
    await person.call('recordEvents', { body: { events } });
    const { animalId } = head();
    const registration = { number: nasty.slice(0, 30), fromDay: '2026-05-01', toDay: '2026-05-02' };
    await person.call('addAnimalTag', { body: { animalId, kind: 'registration', ...registration } });
    await person.call('addAnimalTag', { body: { animalId, kind: 'eid', number: '982000196588496' } });
  });

  test.each(lists)('%s answers with exactly the fields of the contract, for full and for minimal records', async (_, route) => {
    const { payload } = await person.send({ method: 'GET', url: `/api${route.path}` });
    const rows = strictly(route).parse(JSON.parse(payload));
    expect(rows.length).toBeGreaterThanOrEqual(2);
    const { element } = route.reply as z.ZodArray<z.ZodObject>;
    // A field that is null in every row would prove nothing.
    const seen = Object.keys(element.shape).filter((name) => rows.some((row) => row[name] !== null && row[name] !== undefined));
    expect(seen.toSorted()).toEqual(Object.keys(element.shape).toSorted());
  });

  test.each([...lists, ['listEvents', api.listEvents] as const].filter(([, { query }]) => 'limit' in (query?.shape ?? {})))(
    'the pages of %s, one after another, are the whole list',
    async (_, { path }) => {
      const whole = (await person.send({ method: 'GET', url: `/api${path}` })).json<unknown[]>();
      const pages = await person.pages(`/api${path}?limit=1`);
      expect(pages).toEqual(whole.map((row) => [row]));
    },
  );

  test('the list of animals and one animal read by itself say the same', async () => {
    for (const animal of await person.call('listAnimals', { query: {} })) {
      expect(await person.call('readAnimal', { params: { id: animal.id } })).toEqual(animal);
    }
  });

  test('a list of many batches is complete and in order, and so are its pages', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    await addHerd(server(), farmer.farmId, 2500);
    const [first] = await farmer.call('listAnimals', { query: {} });
    const [herd] = await Promise.all([
      farmer.call('listAnimals', { query: {} }),
      ...['a', 'b', 'c'].map((name) => farmer.call('changeAnimal', { params: { id: first?.id ?? '' }, body: { name } })),
    ]);
    expect(new Set(herd.map(({ id }) => id)).size).toBe(2500);
    const places = herd.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(places).toEqual(places.toSorted().toReversed());
    const page = await farmer.send({ method: 'GET', url: '/api/animals?limit=1000' });
    expect(page.json<{ id: string }[]>().map(({ id }) => id)).toEqual(herd.slice(0, 1000).map(({ id }) => id));
    expect(page.headers.link).toContain('rel="next"');
  });
});

describeOnEachEngine('lists that did not change', (server) => {
  const get = (client: Client, path: string, headers: Record<string, string> = {}) =>
    client.send({ method: 'GET', url: `/api${path}`, headers });

  test.each(lists)('%s is not sent again until the farm changes', async (_, route) => {
    const { person, kid } = await seedFarm(await server().register({ plan: 'enterprise' }), route);
    const { path } = route;
    const first = await get(person, path);
    const etag = String(first.headers.etag);
    for (const sent of [etag, `"other", ${etag}`, etag.slice(2)]) {
      const again = await get(person, path, { 'if-none-match': sent });
      expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers['cache-control']).toBe('no-store');
    }
    expect((await get(person, path, { 'if-none-match': '"another"' })).payload).toBe(first.payload);
    await person.call('changeAnimal', { params: { id: kid }, body: { name: 'Clover' } });
    const changed = await get(person, path, { 'if-none-match': etag });
    expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false]);
  });

  test('a list with an impossible cursor is refused without the headers of a list', async () => {
    const person = await server().register({ plan: 'guest' });
    const answers: unknown[] = [];
    for (const [name, { path }] of paged) {
      const { statusCode, headers, payload } = await get(person, `${path}?cursor=nowhere`, { 'accept-encoding': 'br' });
      const { message } = JSON.parse(payload) as { message: string };
      answers.push([name, statusCode, headers['content-encoding'], headers.etag, message]);
    }
    const message = expect.stringContaining('Not a place in this list: follow the Link header of the page before') as string;
    expect(answers).toEqual(paged.map(([name]) => [name, 400, undefined, undefined, message]));
    expect(answers.length).toBeGreaterThan(10);
  });

  test('an ETag is of one farm, one list and one session that lasts', async () => {
    const [ada, bob] = [await server().register(), await server().register()];
    const { etag } = (await get(ada, '/animals')).headers;
    const sent = { 'if-none-match': String(etag) };
    expect((await get(bob, '/animals', sent)).statusCode).toBe(200);
    expect((await get(ada, '/reference-animals', sent)).statusCode).toBe(200);
    expect((await get(ada, '/animals?limit=1', sent)).statusCode).toBe(200);
    expect((await get(server().visitor(), '/animals', sent)).statusCode).toBe(401);
    await ada.call('logout', {});
    expect((await get(ada, '/animals', sent)).statusCode).toBe(401);
  });

  test('another server on the same database hears of a change with the next request', async () => {
    const { db, config, clock } = server();
    const other = await createApp({ db, config, now: clock.now, webDir: 'no-such-folder' });
    const person = await server().register({ plan: 'guest' });
    const elsewhere = new Client(other);
    for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value);
    for (const tagNumber of ['1', '2', '3']) {
      await person.addAnimal({ tagNumber });
      const { headers } = await get(elsewhere, '/animals');
      expect(await elsewhere.call('listAnimals', { query: {} })).toEqual(await person.call('listAnimals', { query: {} }));
      expect((await get(person, '/animals', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    }
    await other.close();
  });

  test('a revision is never below the time, so that a restored backup repeats none', async () => {
    const person = await server().register({ plan: 'guest' });
    const before = Date.now();
    await person.addAnimal({ tagNumber: '1' });
    const farm = server().db.selectFrom('farms').select('revision').where('id', '=', person.farmId);
    expect((await farm.executeTakeFirstOrThrow()).revision).toBeGreaterThanOrEqual(before);
  });
});

const strictly = ({ reply }: Route) => z.array((reply as z.ZodArray<z.ZodObject>).element.strict());

/** A farm with one row that fills every field of every list, and one with the minimal fields. */
async function fillFarm(person: Person): Promise<void> {
  const parent = (tagNumber: string, sex: 'male' | 'female') =>
    person.addAnimal({ tagNumber, sex, birthDate: '2020-02-29', isReference: true });
  const [mother, father] = [await parent('dam', 'female'), await parent('sire', 'male')];
  for (const isReference of [false, true]) {
    const everything = { ...fullAnimal, isReference, motherId: mother.id, fatherId: father.id, imageUrl: await picture(person) };
    const one = await person.addAnimal({ ...everything, birthDate: '2024-03-01' });
    const wether = { species: 'sheep', sex: 'male', birthYear: 2023, castratedOn: '2024-01-05' } as const;
    await person.addAnimal({ ...wether, tagNumber: nasty, isReference });
    if (isReference) continue;
    for (const full of [true, false]) {
      const health = { animalId: one.id, date: '2026-05-01', healthStatus: '4' } as const;
      await person.call('addHealthRecord', { body: full ? { ...fullCheckup, ...health } : health });
      const breeding = { motherId: mother.id, fatherId: father.id, breedingDate: '2023-10-03' };
      const outcome = { offspringIds: [one.id], actualBirthDate: '2024-03-01', notes: nasty };
      await person.call('addBreedingRecord', { body: full ? { ...breeding, ...outcome } : breeding });
    }
  }
}

const fullAnimal = {
  tagNumber: 'F-1',
  name: nasty,
  species: 'goat',
  sex: 'female',
  breed: 'Boer',
  color: 'brown',
  pedigreeUrl: 'https://example.org/?a=1&b="2"',
  vaccinated: true,
  notes: nasty,
  healthStatus: '5',
  forSale: true,
  salePrice: '1234.56',
  saleDescription: 'Line\nbreak',
  birthWeightGrams: 3100,
  weaningWeightGrams: 20_000,
  weaningAgeDays: 90,
} as const;

const fullCheckup = {
  recordType: 'checkup',
  description: nasty,
  weightLbs: '42.37',
  veterinarian: 'Dr. O’Hara',
  medication: 'Ivermectin',
  dosage: '1 ml',
  nextDueDate: '2026-08-01',
  notes: nasty,
  cdnt: true,
  hoofsTrimmed: true,
  dewormed: true,
  meatWithdrawalDays: 14,
  milkWithdrawalDays: 0,
} as const;

async function picture(person: Person): Promise<string> {
  const { imageUrl } = await person.upload('uploadImage', { bytes: await testPicture().as('png'), type: 'image/png' });
  return imageUrl;
}

function addHerd({ db }: TestServer, farmId: FarmId, heads: number): Promise<void> {
  const moment = (index: number) => new Date(1_780_000_000_000 + Math.floor(index / 7)).toISOString();
  return insertHerd(db, farmId, heads, (index) => ({ created_at: moment(index), updated_at: moment(index) }));
}
