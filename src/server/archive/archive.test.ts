import { listNames } from '#domain/records/kinds.ts';
import { existsSync, readdirSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureSize } from '#domain/values/pictures.ts';
import { exportSheets } from '#contract/reports.ts';
import { archivedAnimal, archivedEvent, buildArchive, archivedCheckup, archivedFarm, buildZip } from '#test/archives.ts';
import { listSemaphores } from '#server/concurrency/semaphore.ts';
import { testPicture } from '#test/pictures.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
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
  return { zip: Buffer.from(rawPayload), entries, json: JSON.parse(Buffer.from(entries['farm.json'] ?? '').toString()) as Json };
};

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
  const profile = { farmName: 'Hill Farm', address: '1 Hill Road', ownerName: 'Ada', phone: '123', logoUrl, planPicture };
  await person.call('changeProfile', { body: profile });
  const add = async (body: object) => (await person.addAnimal({ tagNumber: 'X', ...body })).id;
  const shared = await uploadPicture(person, 60);
  const motherId = await add({ tagNumber: 'D/1', name: 'Bella', birthYear: 2020, imageUrl: shared, notes: '=1+1\nTwo lines' });
  const fatherId = await add({ tagNumber: 'B-1', sex: 'male', birthDate: '2020-05-01', isReference: true });
  const weights = { birthWeightGrams: 3200, weaningWeightGrams: 14_000, weaningAgeDays: 84 };
  const offer = { forSale: true, salePrice: '1250.50', saleDescription: 'Fine', pedigreeUrl: 'https://example.org/p' };
  const born = { birthDate: '2024-02-29', motherId, fatherId, imageUrl: await uploadPicture(person, 70) };
  const looks = { tagNumber: '../../etc/K 1', name: 'Zoë "Zip"', color: 'Red', vaccinated: true };
  const kid = await add({ ...looks, ...born, ...weights, ...offer });
  await add({ tagNumber: 'OLD', status: 'sold', imageUrl: shared });
  const { photos } = await person.call('readListingDetails', { params: { id: kid } });
  const listing = { photos: [...photos, shared], clipUrl: 'https://example.org/clip', shared: ['birth' as const] };
  await person.call('changeListingDetails', { params: { id: kid }, body: listing });
  const eid = { animalId: kid, kind: 'eid', number: '826 071339300045', fromDay: '2024-04-01' } as const;
  const registration = { animalId: fatherId, kind: 'registration', number: 'ABGA-1', toDay: '2025-01-01' } as const;
  for (const body of [eid, registration]) await person.call('addAnimalTag', { body });
  const checkup = { animalId: kid, date: '2024-05-01', healthStatus: '4', weightLbs: 30.25, cdnt: true, notes: 'Fine' } as const;
  await person.call('addHealthRecord', { body: checkup });
  const outcome = { actualBirthDate: '2024-02-29', offspringIds: [kid], outcome: 'successful' as const };
  await person.call('addBreedingRecord', { body: { motherId, fatherId, breedingDate: '2023-10-02', ...outcome } });
  const { id } = await person.upload('addImport', { name: 'my flock.csv', bytes: 'Tag,Sex,Species\nS-1,F,sheep\n' });
  await person.call('applyImport', { params: { id } });
}

const journalKinds = 'birth castration checkup death heat hooves move note sale scores treatment vaccination weighing'.split(' ');

/** A farm whose animals have events of many kinds, some of them replaced or voided. */
async function recordJournal(person: Person): Promise<void> {
  const add = async (tagNumber: string, body: object = {}) =>
    (await person.addAnimal({ tagNumber, sex: 'male', birthDate: '2022-01-01', ...body })).id;
  const weaned = { weaningWeightGrams: 15_000, weaningAgeDays: 80 };
  const doe = await add('D', { sex: 'female', birthWeightGrams: 3000, ...weaned });
  const [buck, wether] = [await add('B'), await add('W', { birthWeightGrams: 2500 })];
  const mating = { motherId: doe, fatherId: buck, breedingDate: '2025-10-01', offspringIds: [] };
  const { id: breedingId } = await person.call('addBreedingRecord', { body: mating });
  const [photo, label] = [await uploadPicture(person, 80), await uploadPicture(person, 90)];
  const record = (...events: object[]) =>
    person.record(...events.map((event) => ({ animalId: doe, day: '2026-04-01', ...event })));
  const replace = (id: string, event: object) =>
    person.call('replaceEvent', { params: { id }, body: { kind: 'weighing', animalId: doe, ...event } as never });
  const milk = { product: 'milk', days: 30 } as const;
  const dose = { unit: 'ml', doseAmount: 0.75, doseWeight: 10, doseWeightUnit: 'kg' } as const;
  const withdrawals = [{ ...milk, species: null, source: 'Label' }];
  const drench = { name: 'Valbazen', kind: 'dewormer', ...dose, withdrawals, photo: label, note: 'Shed' } as const;
  const { id: productId } = await person.call('addProduct', { body: drench });
  const outline = [0, 9000, 4000].map((x) => ({ x, y: (x * x) % 9999 }));
  const { id: placeId } = await person.call('addPlace', { body: { name: 'Top field', areaSquareMetres: 4047, outline } });
  const { id: groupId } = await person.call('addGroup', { body: { name: 'Milkers' } });
  await person.call('changeGroup', { params: { id: groupId }, body: { isArchived: true } });
  const { id: dry } = await person.call('addGroup', { body: { name: 'Dry does' } });
  await person.call('addGroup', { body: { name: 'Due', rule: { placeId, groupId: dry, dueWithinDays: 7 } } });
  const stay = { name: 'Autumn', maleIds: [buck], femaleIds: [doe], groupId: dry, inDay: '2025-11-01' };
  await person.call('addExposure', { body: stay });
  await person.call('addChore', { body: { name: 'Fence', day: '2026-05-02', animalIds: [doe], groupId: dry, placeId } });
  for (const shared of [{ productId }, { placeId }, { groupId: dry }]) {
    const worklist = { name: 'Work', work: 'treat' as const, shared, animalIds: [doe, buck] };
    const { id: worklistId } = await person.call('addWorklist', { body: worklist });
    await record({ kind: 'hooves', worklistId });
  }
  await record(
    { kind: 'heat', sireId: buck, colour: 'Red' },
    { kind: 'move', placeId },
    { kind: 'move', groupId },
    { kind: 'treatment', productId, productName: 'Valbazen', dose: 2.5, withdrawals: [{ ...milk, product: 'meat' }, milk] },
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
  await replace(own?.id ?? '', { animalId: wether, day: '2022-01-01', weightGrams: 2600, occasion: 'birth' });
  await person.changeAnimal(wether, { status: 'died' });
  const [wrong, twice] = await record(
    { kind: 'weighing', weightGrams: 90_000, day: '2026-05-01' },
    { kind: 'treatment', productName: 'Valbazen', withdrawals: [{ product: 'milk', days: 900 }] },
  );
  await replace(wrong?.id ?? '', { day: '2026-05-01', weightGrams: 60_000 });
  await person.voidEvent(twice?.id ?? '', { reason: 'Entered twice' });
  const { id } = await person.call('addHealthRecord', { body: { animalId: doe, date: '2026-05-02', healthStatus: '2' } });
  await person.call('changeHealthRecord', { params: { id }, body: { notes: 'Better' } });
}

/** Simulates another installation, on which the ids are unknown. */
async function clearFarm({ db }: TestServer, { farmId }: Person): Promise<void> {
  const lists = listNames.toReversed();
  for (const table of ['listings', 'breeding_offspring', 'breeding_records', 'events', ...lists, 'animals'] as const)
    await db.deleteFrom(table).where('farm_id', '=', farmId).execute();
}
const nothingLeftOut = { photosLeftOut: 0, recordsLeftOut: 0, recordsBeforeBirth: 0, animalTagsLeftOut: 0, offered: 1 };

describeOnEachEngine({ name: 'an archive', usually: 'both' }, (server) => {
  test('imported twice concurrently is added once and never exceeds the cap', async () => {
    const person = await server().register({ plan: 'guest' });
    const nine = () => buildArchive(archivedFarm({ animals: Array.from({ length: 9 }, () => archivedAnimal()) }));
    const [zip, other] = [await nine(), await nine()];
    const answers = await Promise.allSettled([zip, zip, other].map((each) => person.bringArchive(each)));
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
    const arrival = person.bringArchive(zip);
    await expect.poll(() => reading?.size.running, { interval: 1 }).toBe(1);
    // It is planned, and written when the other farm has the ids.
    await fill('import::1');
    await other.bringArchive(zip);
    await fill(null);
    expect((await arrival).animals).toEqual({ added: 1, alreadyThere: 0 });
    expect(await person.call('listAnimals')).toHaveLength(1);
  });

  test('contains tables, all data as JSON, of people the owners only, the photos and a readme', async () => {
    const [person, manager] = [await farmer(), await farmer()];
    await stock(person);
    await server().addMember(person, manager, 'manager');
    const { entries, json } = await download(manager);
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
    expect(csv('animals.csv').find((row) => row['Name'] === 'Bella')?.['Notes']).toBe("'=1+1\nTwo lines");
    expect(csv(names[first.length] ?? '')).toEqual([{ Tag: 'S-1', Sex: 'F', Species: 'sheep' }]);
    expect(json.animals).toHaveLength(5);
    expect(json).toMatchObject({ farm: { name: 'Hill Farm' }, people: [{ username: person.username, phone: '123' }] });
    expect(JSON.stringify(json)).not.toMatch(/hash|password|argon/i);
    for (const name of names.filter((each) => each.startsWith('photos/')))
      expect((await sharp(entries[name]).metadata()).format).toBe('webp');
  });

  const fullFarm = async () => {
    const ada = await farmer();
    await stock(ada);
    await recordJournal(ada);
    return { ada, ...(await download(ada)) };
  };

  test('contains the owners only, and their name and telephone number are not given to anybody else', async () => {
    const [ada, bob, manager] = [await farmer(), await farmer(), await farmer()];
    await stock(ada);
    await server().addMember(ada, manager, 'manager');
    const { json, zip } = await download(manager);
    expect(json).toMatchObject({ people: [{ username: ada.username }] });
    await clearFarm(server(), ada);
    await server().addMember(bob, manager, 'manager');
    expect((await manager.bringArchive(zip)).animals.added).toBe(5);
    expect(await manager.call('currentUser')).toMatchObject({ ownerName: null, phone: null });
  });

  test('imported into an empty farm is exported unchanged with the same computed state, and importing it again changes nothing', async () => {
    const [{ ada, zip, json }, bob] = [await fullFarm(), await farmer()];
    expect(new Set(json.events.map(({ kind }) => kind))).toEqual(new Set(journalKinds));
    expect(json.events.filter(({ voidedAt }) => voidedAt !== null)).toHaveLength(4);
    expect(json.healthRecords).toContainEqual(expect.objectContaining({ time: '06:00', note: 'Early', responsible: 'Vet' }));
    const states = await ada.call('listAnimalStates');
    await clearFarm(server(), ada);
    const untouched = await readAllRows(server(), bob.farmId);
    const preview = await bob.bringArchive(zip, { look: 'yes' });
    expect(await readAllRows(server(), bob.farmId)).toEqual(untouched);
    const arrival = await bob.bringArchive(zip);
    expect(arrival).toEqual(preview);
    const counts = listsOf(json).map(([name, list]) => [name, { added: list.length, alreadyThere: 0 }]);
    expect(arrival).toEqual({ ...Object.fromEntries(counts), photosAdded: 6, ...nothingLeftOut });
    expect(await bob.call('currentUser')).toMatchObject({ farmName: 'Hill Farm', ownerName: 'Ada', phone: '123' });
    const again = await download(bob);
    expect(contentOf(again.json)).toEqual(contentOf(json));
    expect(new Set(await bob.call('listAnimalStates'))).toEqual(new Set(states));
    const [note] = await bob.call('listEvents', { query: { kind: ['note'] } });
    expect(note).toMatchObject({ by: null, time: '07:30', responsible: 'Bob', note: 'Limps' });
    const photos = Object.entries(again.entries).filter(([name]) => name.startsWith('photos/'));
    const widths = await Promise.all(photos.map(async ([, bytes]) => (await sharp(bytes).metadata()).width));
    expect(new Set(widths)).toEqual(new Set([50, 51, 60, 70, 80, 90]));
    await expectInvariants(server());

    const before = await readAllRows(server(), bob.farmId);
    const known = listsOf(json).map(([name, list]) => [name, { added: 0, alreadyThere: list.length }]);
    expect(await bob.bringArchive(zip)).toMatchObject({ ...Object.fromEntries(known), photosAdded: 0, offered: 0 });
    expect(withoutRevision(await readAllRows(server(), bob.farmId))).toEqual(withoutRevision(before));
  });

  test('gets other, stable ids, also in all references, if another farm has the original ones, and leaves that farm unchanged', async () => {
    const [{ ada, zip, json }, bob] = [await fullFarm(), await farmer()];
    const before = await readAllRows(server(), ada.farmId);
    await bob.bringArchive(zip);
    const once = await download(bob);
    await bob.bringArchive(zip);
    expect(contentOf((await download(bob)).json)).toEqual(contentOf(once.json));
    expect(withoutIds(once.json)).toEqual(withoutIds(json));
    const ids = (each: Json) => new Set(listsOf(each).flatMap(([, list]) => list.map(({ id }) => id)));
    expect(ids(once.json).isDisjointFrom(ids(json))).toBe(true);
    expect((await ada.bringArchive(once.zip)).animals).toEqual({ added: 0, alreadyThere: json.animals.length });
    expect(withoutRevision(await readAllRows(server(), ada.farmId))).toEqual(withoutRevision(before));
    await expectInvariants(server());
  });

  test('restores deleted records and leaves changed ones unchanged', async () => {
    const person = await farmer();
    const [kept, lost] = [await person.addAnimal({ name: 'Bella' }), await person.addAnimal({ name: 'Zip' })];
    const { zip } = await download(person);
    await person.changeAnimal(kept.id, { name: 'Bella the Second' });
    await person.call('deleteAnimal', { params: { id: lost.id } });
    expect((await person.bringArchive(zip)).animals).toEqual({ added: 1, alreadyThere: 1 });
    expect(new Set((await person.call('listAnimals')).map(({ name }) => name))).toEqual(new Set(['Bella the Second', 'Zip']));
  });

  test('is imported without what fits no animal, is from before a birth or refers to what is missing, which is counted', async () => {
    const person = await farmer();
    const [doe, gone] = [archivedAnimal({ birthDate: '2025-06-01', photo: 'photos/bad.webp' }), crypto.randomUUID()];
    const kin = { motherId: doe.id, fatherId: gone, birthYear: 2026 };
    const young = [{ id: gone, sex: 'male', state: 'alive' }];
    const buck = archivedAnimal({ sex: 'male', birthYear: 2025, photo: 'photos/large.webp' });
    const pair = { fatherId: buck.id, motherId: doe.id, expectedDueDate: '2026-06-01', createdAt: '2026-01-01T00:00:00.000Z' };
    const pending = { actualBirthDate: null, offspringIds: [], notes: null, outcome: 'pending' };
    const mating = (breedingDate: string) => ({ ...pair, ...pending, id: crypto.randomUUID(), breedingDate });
    const json = archivedFarm({
      animals: [doe, buck, archivedAnimal({ ...kin, photo: 'photos/missing.webp' })],
      healthRecords: [{ animalId: gone }, { animalId: doe.id }, { animalId: doe.id, date: '2025-05-31' }].map(archivedCheckup),
      breedingRecords: ['2025-05-31', '2025-06-01', '2024-12-31'].map(mating),
      events: [
        { animalId: gone },
        { day: '2025-05-31' },
        { replacesId: gone },
        { kind: 'birth', sireId: gone, breedingId: gone, young },
        { kind: 'move', placeId: gone },
        { kind: 'treatment', productName: 'X', productId: gone },
        { kind: 'note', note: 'x', photo: 'photos/none.webp' },
      ].map((fields) => archivedEvent({ animalId: doe.id, ...fields })),
    });
    const zip = await buildZip([
      ['farm.json', JSON.stringify(json)],
      ['photos/bad.webp', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['photos/large.webp', await testPicture(pictureSize + 1, 2).as('webp')],
    ]);
    const leftOut = { recordsLeftOut: 9, recordsBeforeBirth: 4, photosAdded: 0, photosLeftOut: 4 };
    const added = { animals: { added: 3 }, healthRecords: { added: 1 }, breedingRecords: { added: 1 }, events: { added: 5 } };
    const counts = { ...added, ...leftOut };
    // What a picture contains is read when it comes in.
    const preview = { ...counts, photosAdded: 2, photosLeftOut: 2 };
    expect(await person.bringArchive(zip, { look: 'yes' })).toMatchObject(preview);
    expect(await person.bringArchive(zip)).toMatchObject(counts);
    expect(JSON.stringify(await person.call('listEvents'))).not.toContain(gone);
    expect((await person.call('listAnimals')).every(({ imageUrl }) => imageUrl === null)).toBe(true);
    await expectInvariants(server());
  });

  test('past the cap is refused with the numbers before anything is written', async () => {
    const person = await farmer('guest');
    await person.addAnimal({ tagNumber: 'MINE' });
    const ten = (fields: (n: number) => object) =>
      buildArchive(archivedFarm({ animals: Array.from({ length: 10 }, (_, n) => archivedAnimal(fields(n))) }));
    const zip = await ten(() => ({}));
    const before = await readAllRows(server(), person.farmId);
    const message =
      'Animal limit reached. You have 1 of 10 active animals on Guest. This file has 10 more. Nothing was imported.';
    await expect(person.bringArchive(zip)).rejects.toMatchObject({ status: 403, code: 'plan.limit_reached', message });
    expect(await readAllRows(server(), person.farmId)).toEqual(before);
    const sold = await ten((n) => ({ status: n ? 'sold' : 'active' }));
    expect((await person.bringArchive(sold)).animals.added).toBe(10);
  });

  test('that cannot be read is refused with a sentence, and nothing comes in or stays behind', async () => {
    const person = await farmer();
    const zip = await buildArchive(archivedFarm({ animals: [archivedAnimal({ species: 'cow' })] }));
    const refused = { status: 400, code: 'archive.unreadable', message: /number 1 of animals, species/ };
    await expect(person.bringArchive(zip)).rejects.toMatchObject(refused);
    expect(await person.call('listAnimals')).toEqual([]);
    const incoming = `${server().config.dataDir}/incoming`;
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
  });
});

/** The bytes of a farm are counted when they are written, also if they then take the place of others. */
const withoutRevision = (rows: Awaited<ReturnType<typeof readAllRows>>) => {
  const same = { revision: 0, stored_bytes: 0, measured_at_revision: 0 };
  return new Map([...rows].map(([table, list]) => [table, list.map((row) => ({ ...row, ...same }))]));
};
