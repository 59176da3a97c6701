import { listNames } from '#domain/records/kinds.ts';
import { readdirSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import type { Arrival } from '#contract/archive.ts';
import { exportSheets } from '#contract/reports.ts';
import { archivedAnimal, archivedEvent, buildArchive, archivedCheckup, archivedFarm, buildZip } from '#test/archives.ts';
import { listSemaphores } from '#server/concurrency/semaphore.ts';
import { testPicture } from '#test/pictures.ts';
import { describeOnEachEngine, openTestServer, type TestServer, type Person } from '#test/engines.ts';
import { expectInvariants } from '#test/invariants.ts';
import { readAllRows } from '#test/database-rows.ts';
type Entries = Record<string, Uint8Array>;
type Rows = Record<string, unknown>[];
type Json = Record<string, unknown> &
  Record<'animals' | 'healthRecords' | 'breedingRecords' | 'events' | 'places' | 'groups' | 'products', Rows> & {
    farm: Record<string, unknown>;
  };

const download = async (person: Person): Promise<{ zip: Buffer<ArrayBuffer>; entries: Entries; json: Json }> => {
  const { statusCode, rawPayload, headers } = await person.send({ method: 'GET', url: '/api/archive' });
  expect(statusCode).toBe(200);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="farm-\d{4}-\d\d-\d\d\.zip"$/);
  const entries = unzipSync(rawPayload);
  return {
    zip: Buffer.from(rawPayload),
    entries,
    json: JSON.parse(Buffer.from(entries['farm.json'] ?? '').toString()) as Json,
  };
};

const bring = (person: Person, zip: Uint8Array<ArrayBuffer>): Promise<Arrival> =>
  person.upload('importArchive', { name: 'farm.zip', bytes: zip });

/** The parts of farm.json that do not depend on the installation. */
const contentOf = (json: Json) => ({ ...json, exportedAt: '', people: [], farm: { ...json.farm, id: null } });

const listsOf = (json: Json) =>
  Object.entries(json).flatMap(([name, list]) =>
    Array.isArray(list) && !['people', 'helpers'].includes(name) ? [[name, list as Rows] as const] : [],
  );

/** Each id is replaced by what its record says, so that equal references are equal. */
function withoutIds(json: Json) {
  const uuid = /[\da-f]{8}-[\da-f-]{27}/g;
  const records = listsOf(json).flatMap(([, list]) => list);
  const said = new Map(records.map((record) => [record['id'], JSON.stringify(record).replaceAll(uuid, '')]));
  const nameIn = (record: object) => JSON.stringify(record).replaceAll(uuid, (id) => said.get(id) ?? 'nothing');
  return listsOf(json).map(([name, list]) => [name, list.map(nameIn).toSorted()]);
}

const uploadPicture = async (person: Person, width: number): Promise<string> =>
  (await person.upload('uploadImage', { bytes: await testPicture(width, 30).as('jpeg') })).imageUrl;

/** A farm with every kind of data: a pair, an outside sire, offspring, checkups, matings, photos, a logo, an imported file. */
async function stock(person: Person): Promise<void> {
  const [logoUrl, planPicture] = [await uploadPicture(person, 50), await uploadPicture(person, 51)];
  await person.call('changeProfile', {
    body: { farmName: 'Hill Farm', address: '1 Hill Road', ownerName: 'Ada', phone: '123', logoUrl, planPicture },
  });
  const add = async (body: object) => (await person.addAnimal({ tagNumber: 'X', ...body })).id;
  const shared = await uploadPicture(person, 60);
  const motherId = await add({ tagNumber: 'D/1', name: 'Bella', birthYear: 2020, imageUrl: shared, notes: '=1+1\nTwo lines' });
  const fatherId = await add({ tagNumber: 'B-1', sex: 'male', birthDate: '2020-05-01', isReference: true });
  const kid = await add({
    tagNumber: '../../etc/K 1',
    name: 'Zoë "Zip"',
    birthDate: '2024-02-29',
    motherId,
    fatherId,
    color: 'Red',
    vaccinated: true,
    birthWeightGrams: 3200,
    weaningWeightGrams: 14_000,
    weaningAgeDays: 84,
    forSale: true,
    salePrice: '1250.50',
    saleDescription: 'Fine',
    pedigreeUrl: 'https://example.org/p',
    imageUrl: await uploadPicture(person, 70),
  });
  await add({ tagNumber: 'OLD', status: 'sold', imageUrl: shared });
  const { photos } = await person.call('readListingDetails', { params: { id: kid } });
  const listing = { photos: [...photos, shared], clipUrl: 'https://example.org/clip', shared: ['birth' as const] };
  await person.call('changeListingDetails', { params: { id: kid }, body: listing });
  await person.call('addAnimalTag', { body: { animalId: kid, kind: 'eid', number: '826 071339300045', fromDay: '2024-04-01' } });
  await person.call('addAnimalTag', {
    body: { animalId: fatherId, kind: 'registration', number: 'ABGA-1', toDay: '2025-01-01' },
  });
  await person.call('addHealthRecord', {
    body: { animalId: kid, date: '2024-05-01', healthStatus: '4', weightLbs: 30.25, cdnt: true, notes: 'Fine' },
  });
  await person.call('addBreedingRecord', {
    body: {
      motherId,
      fatherId,
      breedingDate: '2023-10-02',
      actualBirthDate: '2024-02-29',
      offspringIds: [kid],
      outcome: 'successful',
    },
  });
  const { id } = await person.upload('addImport', { name: 'my flock.csv', bytes: 'Tag,Sex,Species\nS-1,F,sheep\n' });
  await person.call('applyImport', { params: { id } });
}

const journalKinds = 'birth castration checkup death move note sale scores treatment vaccination weighing'.split(' ');

/** A farm whose animals have events of many kinds, some of them replaced or voided. */
async function recordJournal(person: Person): Promise<void> {
  const add = async (body: object) =>
    (await person.addAnimal({ tagNumber: 'X', sex: 'male', birthDate: '2022-01-01', ...body })).id;
  const doe = await add({
    tagNumber: 'D',
    sex: 'female',
    birthWeightGrams: 3000,
    weaningWeightGrams: 15_000,
    weaningAgeDays: 80,
  });
  const buck = await add({ tagNumber: 'B' });
  const wether = await add({ tagNumber: 'W', birthWeightGrams: 2500 });
  const { id: breedingId } = await person.call('addBreedingRecord', {
    body: { motherId: doe, fatherId: buck, breedingDate: '2025-10-01', offspringIds: [] },
  });
  const [photo, label] = [await uploadPicture(person, 80), await uploadPicture(person, 90)];
  const record = async (...events: object[]) => {
    const sent = events.map((event) => ({ id: crypto.randomUUID(), animalId: doe, day: '2026-04-01', ...event }));
    return (await person.call('recordEvents', { body: { events: sent as never } })).events;
  };
  const milk = { product: 'milk', days: 30 } as const;
  const dose = { unit: 'ml', doseAmount: 0.75, doseWeight: 10, doseWeightUnit: 'kg' } as const;
  const source = { species: null, source: 'Label' };
  const { id: productId } = await person.call('addProduct', {
    body: { name: 'Valbazen', kind: 'dewormer', ...dose, withdrawals: [{ ...milk, ...source }], photo: label, note: 'Shed' },
  });
  const outline = [0, 9000, 4000].map((x) => ({ x, y: (x * x) % 9999 }));
  const field = { name: 'Top field', areaSquareMetres: 4047, restDays: 30, outline };
  const { id: placeId } = await person.call('addPlace', { body: field });
  const { id: groupId } = await person.call('addGroup', { body: { name: 'Milkers' } });
  await person.call('changeGroup', { params: { id: groupId }, body: { isArchived: true } });
  const { id: dry } = await person.call('addGroup', { body: { name: 'Dry does' } });
  await person.call('addGroup', { body: { name: 'Due', rule: { placeId, groupId: dry, dueWithinDays: 7 } } });
  const stay = { name: 'Autumn', maleIds: [buck], femaleIds: [doe], groupId: dry, inDay: '2025-11-01' };
  await person.call('addExposure', { body: stay });
  await person.call('addChore', { body: { name: 'Fence', day: '2026-05-02', animalIds: [doe], groupId: dry, placeId } });
  const worklists: string[] = [];
  for (const shared of [{ productId }, { placeId }, { groupId: dry }]) {
    const { id } = await person.call('addWorklist', { body: { name: 'Work', work: 'treat', shared, animalIds: [doe, buck] } });
    worklists.push(id);
  }
  await record(
    ...worklists.map((worklistId) => ({ kind: 'hooves', worklistId })),
    { kind: 'heat', sireId: buck, colour: 'Red' },
    { kind: 'treatment', productId, productName: 'Valbazen' },
    { kind: 'move', placeId },
    { kind: 'move', groupId },
    { kind: 'treatment', productName: 'Cydectin', dose: 2.5, unit: 'ml', withdrawals: [{ ...milk, product: 'meat' }, milk] },
    { kind: 'treatment', productName: 'Oxytetracycline', courseOpen: true, withdrawals: [{ product: 'fibre' }] },
    { kind: 'treatment', productName: 'Penicillin', doses: 3, everyDays: 1, expiry: '2027-01-31' },
    { kind: 'vaccination', productName: 'CD&T', nextDueDay: '2026-08-01' },
    { kind: 'scores', famacha: 3, bodyCondition: 2.5 },
    { kind: 'note', note: 'Limps', photo, time: '07:30', responsible: 'Bob' },
    { kind: 'birth', day: '2026-03-01', sireId: buck, breedingId, young: [{ sex: 'female', state: 'alive', weightGrams: 3100 }] },
    { kind: 'castration', animalId: wether, method: 'band' },
    { kind: 'sale', animalId: buck, price: 250.5, buyer: 'Ada' },
    { kind: 'checkup', healthStatus: '4', weightGrams: 54_544, time: '06:00', note: 'Early', responsible: 'Vet' },
  );
  const [own] = await person.call('listEvents', { query: { animalId: wether, kind: ['weighing'] } });
  await person.call('replaceEvent', {
    params: { id: own?.id ?? '' },
    body: { kind: 'weighing', animalId: wether, day: '2022-01-01', weightGrams: 2600, occasion: 'birth' } as never,
  });
  await person.call('changeAnimal', { params: { id: wether }, body: { status: 'died' } });
  const [wrong, twice] = await record(
    { kind: 'weighing', weightGrams: 90_000, day: '2026-05-01' },
    { kind: 'treatment', productName: 'Valbazen', withdrawals: [{ product: 'milk', days: 900 }] },
  );
  await person.call('replaceEvent', {
    params: { id: wrong?.id ?? '' },
    body: { kind: 'weighing', animalId: doe, day: '2026-05-01', weightGrams: 60_000 } as never,
  });
  await person.call('voidEvent', { params: { id: twice?.id ?? '' }, body: { reason: 'Entered twice' } });
  const { id } = await person.call('addHealthRecord', { body: { animalId: doe, date: '2026-05-02', healthStatus: '2' } });
  await person.call('changeHealthRecord', { params: { id }, body: { notes: 'Better' } });
}

/** The state computed from the events of a farm. Events that repeat an animal's own fields have other ids on every farm. */
async function derivedFrom({ db }: TestServer, { farmId }: Person) {
  const events = await db.selectFrom('events').select(['id', 'kind', 'create_digest']).where('farm_id', '=', farmId).execute();
  const own = new Set(events.flatMap((one) => (one.kind === 'weighing' && one.create_digest === 'animal' ? [one.id] : [])));
  const rowsOf = async (table: 'weights' | 'animal_states') =>
    (await db.selectFrom(table).selectAll().where('farm_id', '=', farmId).execute()).map((row) =>
      JSON.stringify({ ...row, farm_id: '', revision: 0 }).replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, (id) =>
        own.has(id) ? 'own' : id,
      ),
    );
  const rows = [...(await rowsOf('weights')), ...(await rowsOf('animal_states'))];
  return { events: events.length, rows: rows.toSorted() };
}

/** Simulates another installation, on which the ids are unknown. */
async function clearFarm({ db }: TestServer, { farmId }: Person): Promise<void> {
  for (const table of [
    'listings',
    'breeding_offspring',
    'breeding_records',
    'events',
    ...listNames.toReversed(),
    'animals',
  ] as const)
    await db.deleteFrom(table).where('farm_id', '=', farmId).execute();
}
const nothingLeftOut = { photosLeftOut: 0, recordsLeftOut: 0, recordsBeforeBirth: 0, animalTagsLeftOut: 0, offered: 1 };

describeOnEachEngine({ name: 'an archive', usually: 'both' }, (server) => {
  test('imported twice concurrently is added once and never exceeds the cap', async () => {
    const person = await server().register({ plan: 'guest' });
    const nine = () => buildArchive(archivedFarm({ animals: Array.from({ length: 9 }, () => archivedAnimal()) }));
    const [zip, other] = [await nine(), await nine()];
    const answers = await Promise.allSettled([zip, zip, other].map((each) => bring(person, each)));
    expect(answers.map(({ status }) => status)).toContain('fulfilled');
    expect(await person.call('listAnimals')).toHaveLength(9);
  });
});
describeOnEachEngine('the archive of a farm', (server) => {
  const farmer = (plan: 'guest' | 'enterprise' = 'enterprise') => server().register({ plan });

  test('whose ids another farm takes while it is imported gets other ones', async () => {
    const [person, other] = [await farmer(), await farmer()];
    const zip = await buildArchive(archivedFarm({ animals: [archivedAnimal()] }));
    const fill = (filling: string | null) =>
      server().db.updateTable('farms').set({ filling }).where('id', '=', person.farmId).execute();
    const reading = listSemaphores().find(({ name }) => name === 'archive_readers');
    const arrival = bring(person, zip);
    await expect.poll(() => reading?.size.running, { interval: 1 }).toBe(1);
    // It is planned, and written when the other farm has the ids.
    await fill('import::1');
    await bring(other, zip);
    await fill(null);
    expect((await arrival).animals).toEqual({ added: 1, alreadyThere: 0 });
    expect(await person.call('listAnimals')).toHaveLength(1);
  });

  test('contains tables, all data as JSON, the photos and a readme', async () => {
    const person = await farmer();
    await stock(person);
    const { entries, json } = await download(person);
    const names = Object.keys(entries);
    const first = ['README.txt', 'farm.json', ...exportSheets.map((name) => `${name}.csv`)];
    expect(names.map((name) => name.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID'))).toEqual([
      ...first,
      expect.stringMatching(/^spreadsheets\/\d{4}-\d\d-\d\d-1-my-flock\.csv$/),
      'photos/logo.webp',
      'photos/plan.webp',
      'photos/D-1-ID.webp',
      'photos/etc-K-1-ID.webp',
    ]);
    const csv = (name: string) => parse<Record<string, string>>(Buffer.from(entries[name] ?? ''), { bom: true, columns: true });
    expect(csv('animals.csv').map((row) => row['Tag number'])).toEqual(expect.arrayContaining(['D/1', 'OLD', 'S-1']));
    expect(csv('animals.csv').find((row) => row['Name'] === 'Bella')?.['Notes']).toBe("'=1+1\nTwo lines");
    expect([csv('health.csv').length, csv('breeding.csv').length, csv('sales.csv').length]).toEqual([1, 1, 2]);
    expect(csv(names[first.length] ?? '')).toEqual([{ Tag: 'S-1', Sex: 'F', Species: 'sheep' }]);
    expect(json.animals).toHaveLength(5);
    expect(json).toMatchObject({ farm: { name: 'Hill Farm' }, people: [{ username: person.username, phone: '123' }] });
    expect(JSON.stringify(json)).not.toMatch(/hash|password|argon/i);
    for (const name of names.filter((each) => each.startsWith('photos/')))
      expect((await sharp(entries[name]).metadata()).format).toBe('webp');
  });

  test('of a new farm is valid', async () => {
    const person = await farmer();
    const { entries, zip } = await download(person);
    expect(Object.keys(entries)).toHaveLength(exportSheets.length + 2);
    expect((await bring(person, zip)).animals).toEqual({ added: 0, alreadyThere: 0 });
  });

  test('contains the owners only, and their name and telephone number are not given to anybody else', async () => {
    const [ada, bob, manager] = [await farmer(), await farmer(), await farmer()];
    await stock(ada);
    await server().addMember(ada, manager, 'manager');
    const { json, zip } = await download(manager);
    expect(json).toMatchObject({ people: [{ username: ada.username }] });
    await clearFarm(server(), ada);
    await server().addMember(bob, manager, 'manager');
    expect((await bring(manager, zip)).animals.added).toBe(5);
    expect(await manager.call('currentUser')).toMatchObject({ ownerName: null, phone: null });
  });

  const fullFarm = async () => {
    const ada = await farmer();
    await stock(ada);
    await recordJournal(ada);
    return { ada, ...(await download(ada)) };
  };

  test('imported into an empty farm is exported unchanged with the same computed state, and importing it again changes nothing', async () => {
    const [{ ada, zip, json }, bob] = [await fullFarm(), await farmer()];
    expect(new Set(json.events.map(({ kind }) => kind))).toEqual(new Set(['hooves', 'heat', ...journalKinds]));
    expect(json.events.filter(({ voidedAt }) => voidedAt !== null)).toHaveLength(4);
    expect(json.healthRecords.map(({ time, note, responsible }) => [time, note, responsible])).toContainEqual([
      '06:00',
      'Early',
      'Vet',
    ]);
    const derived = await derivedFrom(server(), ada);
    await clearFarm(server(), ada);
    const untouched = await readAllRows(server(), bob.farmId);
    const look = () => bob.upload('importArchive', { name: 'farm.zip', bytes: zip, fields: { look: 'yes' } });
    const preview = await look();
    expect(await readAllRows(server(), bob.farmId)).toEqual(untouched);
    const arrival = await bring(bob, zip);
    expect(arrival).toEqual(preview);
    const counts = listsOf(json).map(([name, list]) => [name, { added: list.length, alreadyThere: 0 }]);
    expect(arrival).toEqual({ ...Object.fromEntries(counts), photosAdded: 6, ...nothingLeftOut });
    expect(await bob.call('currentUser')).toMatchObject({ farmName: 'Hill Farm', ownerName: 'Ada', phone: '123' });
    const again = await download(bob);
    expect(contentOf(again.json)).toEqual(contentOf(json));
    expect(await derivedFrom(server(), bob)).toEqual(derived);
    const [note] = await bob.call('listEvents', { query: { kind: ['note'] } });
    expect(note).toMatchObject({ by: null, time: '07:30', responsible: 'Bob', note: 'Limps' });
    const photos = Object.entries(again.entries).flatMap(([name, bytes]) => (name.startsWith('photos/') ? sharp(bytes) : []));
    const widths = await Promise.all(photos.map(async (photo) => (await photo.metadata()).width));
    expect(new Set(widths)).toEqual(new Set([50, 51, 60, 70, 80, 90]));
    await expectInvariants(server());

    const before = await readAllRows(server(), bob.farmId);
    const known = listsOf(json).map(([name, list]) => [name, { added: 0, alreadyThere: list.length }]);
    expect(await bring(bob, zip)).toMatchObject({ ...Object.fromEntries(known), photosAdded: 0, offered: 0 });
    expect(withoutRevision(await readAllRows(server(), bob.farmId))).toEqual(withoutRevision(before));
  });

  test('gets other, stable ids, also in all references, if another farm has the original ones, and leaves that farm unchanged', async () => {
    const [{ ada, zip, json }, bob] = [await fullFarm(), await farmer()];
    const before = await readAllRows(server(), ada.farmId);
    await bring(bob, zip);
    const once = await download(bob);
    await bring(bob, zip);
    expect(contentOf((await download(bob)).json)).toEqual(contentOf(once.json));
    expect(withoutIds(once.json)).toEqual(withoutIds(json));
    const ids = (each: Json) => new Set(listsOf(each).flatMap(([, list]) => list.map(({ id }) => id)));
    expect(ids(once.json).intersection(ids(json)).size).toBe(0);
    expect((await bring(ada, once.zip)).animals).toEqual({ added: 0, alreadyThere: json.animals.length });
    expect(withoutRevision(await readAllRows(server(), ada.farmId))).toEqual(withoutRevision(before));
    await expectInvariants(server());
  });

  test('restores deleted records and leaves changed ones unchanged', async () => {
    const person = await farmer();
    await stock(person);
    const { zip, json } = await download(person);
    const [doe] = (await person.call('listAnimals')).filter(({ name }) => name === 'Bella');
    const [kid] = (await person.call('listAnimals')).filter(({ color }) => color === 'Red');
    await person.call('changeAnimal', { params: { id: doe?.id ?? '' }, body: { name: 'Bella the Second' } });
    await person.call('deleteAnimal', { params: { id: kid?.id ?? '' } });
    expect(await bring(person, zip)).toMatchObject({ animals: { added: 1, alreadyThere: 4 }, healthRecords: { added: 1 } });
    const after = await download(person);
    const names = (each: Json) => each.animals.map(({ name }) => String(name).replace(' the Second', '')).toSorted();
    expect(names(after.json)).toEqual(names(json));
    expect(after.json.animals.filter(({ name }) => name === 'Bella the Second')).toHaveLength(1);
    await expectInvariants(server());
  });

  test('without events, as written by earlier versions, is imported', async () => {
    const person = await farmer();
    const animal = archivedAnimal({ birthDate: '2025-01-01', birthWeightGrams: 3000 });
    const zip = await buildArchive(
      archivedFarm({ animals: [animal], healthRecords: [archivedCheckup({ animalId: animal.id })] }),
    );
    expect(await bring(person, zip)).toMatchObject({ healthRecords: { added: 1 }, events: { added: 0, alreadyThere: 0 } });
    expect((await person.call('listEvents')).map(({ kind }) => kind)).toEqual(['checkup', 'weighing']);
  });

  test('is imported without events that fit no animal, and without references to missing records', async () => {
    const person = await farmer();
    const [doe, gone] = [archivedAnimal({ birthDate: '2025-06-01' }), crypto.randomUUID()];
    const young = [{ id: gone, sex: 'male', state: 'alive' }];
    const of = (fields: object) => archivedEvent({ animalId: doe.id, ...fields });
    const zip = await buildArchive(
      archivedFarm({
        animals: [doe],
        events: [
          of({ animalId: gone }),
          of({ day: '2025-05-31' }),
          of({ replacesId: gone }),
          of({ kind: 'birth', sireId: gone, breedingId: gone, young }),
          of({ kind: 'move', placeId: gone }),
          of({ kind: 'treatment', productName: 'X', productId: gone }),
          of({ kind: 'note', note: 'x', photo: 'photos/none.webp' }),
        ],
      }),
    );
    const counts = { events: { added: 5, alreadyThere: 0 }, recordsLeftOut: 7, recordsBeforeBirth: 1, photosLeftOut: 1 };
    expect(await person.upload('importArchive', { bytes: zip, fields: { look: 'yes' } })).toMatchObject(counts);
    expect(await bring(person, zip)).toMatchObject(counts);
    expect(JSON.stringify(await person.call('listEvents'))).not.toContain(gone);
    await expectInvariants(server());
  });

  test('with more events than the farm has room for is refused as a whole', async () => {
    const person = await farmer('guest');
    const animal = archivedAnimal();
    const events = Array.from({ length: 4001 }, () => archivedEvent({ animalId: animal.id }));
    const zip = await buildArchive(archivedFarm({ animals: [animal], events }));
    await expect(bring(person, zip)).rejects.toMatchObject({ code: 'farm.full' });
    expect(await person.call('listAnimals')).toEqual([]);
  });

  test('past the cap is refused with the numbers before anything is written', async () => {
    const person = await farmer('guest');
    await person.addAnimal({ tagNumber: 'MINE' });
    const zip = await buildZip([
      [
        'farm.json',
        JSON.stringify(
          archivedFarm({ animals: Array.from({ length: 10 }, (_, n) => archivedAnimal({ photo: n ? null : 'photos/a.webp' })) }),
        ),
      ],
      ['photos/a.webp', await testPicture(40, 30).as('webp')],
    ]);
    const before = await readAllRows(server(), person.farmId);
    await expect(bring(person, zip)).rejects.toMatchObject({
      status: 403,
      code: 'plan.limit_reached',
      message: 'Animal limit reached. You have 1 of 10 active animals on Guest. This file has 10 more. Nothing was imported.',
    });
    expect(await readAllRows(server(), person.farmId)).toEqual(before);
    const sold = archivedFarm({
      animals: Array.from({ length: 10 }, (_, n) => archivedAnimal({ status: n ? 'sold' : 'active' })),
    });
    expect((await bring(person, await buildArchive(sold))).animals.added).toBe(10);
  });

  test('is imported without invalid photos and records with missing animals, which are counted', async () => {
    const person = await farmer();
    const [mother, kid] = [archivedAnimal(), archivedAnimal({ photo: 'photos/bad.webp' })];
    const gone = crypto.randomUUID();
    const json = archivedFarm({
      animals: [mother, { ...kid, motherId: mother.id, fatherId: gone }, archivedAnimal({ photo: 'photos/missing.webp' })],
      healthRecords: [archivedCheckup({ animalId: gone }), archivedCheckup({ animalId: kid.id })],
    });
    const zip = await buildZip([
      ['farm.json', JSON.stringify(json)],
      ['photos/bad.webp', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ]);
    expect(await bring(person, zip)).toMatchObject({
      animals: { added: 3 },
      healthRecords: { added: 1 },
      photosAdded: 0,
      photosLeftOut: 2,
      recordsLeftOut: 2,
    });
    expect((await person.call('listAnimals')).every(({ imageUrl }) => imageUrl === null)).toBe(true);
    await expectInvariants(server());
  });

  test('is imported without records from before a birth, which earlier versions accepted, and counts them', async () => {
    const person = await farmer();
    const [doe, buck] = [archivedAnimal({ birthDate: '2025-06-01' }), archivedAnimal({ sex: 'male', birthYear: 2025 })];
    const mating = (breedingDate: string) => ({
      id: crypto.randomUUID(),
      fatherId: buck.id,
      motherId: doe.id,
      breedingDate,
      expectedDueDate: '2026-06-01',
      actualBirthDate: null,
      offspringIds: [],
      notes: null,
      outcome: 'pending',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    const zip = await buildArchive(
      archivedFarm({
        animals: [doe, buck],
        healthRecords: ['2024-12-31', '2025-01-01'].map((date) => archivedCheckup({ animalId: buck.id, date })),
        breedingRecords: ['2025-05-31', '2025-06-01', '2024-12-31'].map(mating),
      }),
    );
    const counts = {
      healthRecords: { added: 1, alreadyThere: 0 },
      breedingRecords: { added: 1, alreadyThere: 0 },
      recordsLeftOut: 0,
      recordsBeforeBirth: 3,
    };
    expect(await person.upload('importArchive', { bytes: zip, fields: { look: 'yes' } })).toMatchObject(counts);
    expect(await bring(person, zip)).toMatchObject(counts);
    expect((await person.call('listHealthRecords')).map(({ date }) => date)).toEqual(['2025-01-01']);
    expect((await person.call('listBreedingRecords')).map(({ breedingDate }) => breedingDate)).toEqual(['2025-06-01']);
    // Data of the farm takes precedence over the archive.
    await person.call('deleteBreedingRecord', { params: { id: (await person.call('listBreedingRecords'))[0]?.id ?? '' } });
    await person.call('changeAnimal', { params: { id: doe.id }, body: { birthDate: '2025-07-01' } });
    expect(await bring(person, zip)).toMatchObject({ breedingRecords: { added: 0, alreadyThere: 0 }, recordsBeforeBirth: 4 });
    await expectInvariants(server());
  });

  test.each([
    [
      'records that cannot be',
      () => buildArchive(archivedFarm({ animals: [archivedAnimal({ species: 'cow' })] })),
      /number 1 of animals, species/,
    ],
    ['files that do not belong', () => buildZip([['run.exe', 'x']]), /do not belong to a farm/],
  ] as const)('with %s is refused with a sentence, and nothing comes in or stays behind', async (_, zip, sentence) => {
    const person = await farmer();
    await expect(bring(person, await zip())).rejects.toMatchObject({
      status: 400,
      code: 'archive.unreadable',
      message: sentence,
    });
    expect(await person.call('listAnimals')).toEqual([]);
    expect(incoming(server())).toEqual([]);
  });

  test('can be aborted by the client without harm', async () => {
    const person = await farmer();
    await stock(person);
    const { app } = server();
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { port } = app.server.address() as { port: number };
    const leaving = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}/api/archive`, { headers: { cookie }, signal: leaving.signal });
    leaving.abort();
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect((await download(person)).json.animals).toHaveLength(5);
  });
});

test('downloads and imports of archives are rate limited', async () => {
  const server = await openTestServer('sqlite', { env: { RATE_LIMITS: 'on' } });
  onTestFinished(() => server.close());
  server.clock.nextHour();
  const person = await server.register();
  const give = async () => (await person.send({ method: 'GET', url: '/api/archive' })).statusCode;
  for (let time = 0; time < 10; time += 1) expect(await give()).toBe(200);
  expect(await give()).toBe(429);
  const take = async () => (await person.sendFile('importArchive', { bytes: 'x' })).statusCode;
  for (let time = 0; time < 20; time += 1) expect(await take()).toBe(400);
  expect(await take()).toBe(429);
});

function incoming({ config }: TestServer): string[] {
  try {
    return readdirSync(`${config.dataDir}/incoming`);
  } catch {
    return [];
  }
}

/** The bytes of a farm are counted when they are written, also if they then take the place of others. */
const withoutRevision = (rows: Awaited<ReturnType<typeof readAllRows>>) => {
  const same = { revision: 0, stored_bytes: 0, measured_at_revision: 0 };
  return new Map([...rows].map(([table, list]) => [table, list.map((row) => ({ ...row, ...same }))]));
};
