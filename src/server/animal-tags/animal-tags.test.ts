import { expect, test } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { archivedAnimal, archivedFarm, buildArchive } from '#test/archives.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const eid = '826071339300045';

describeOnEachEngine('the numbers of an animal', (server) => {
  const addAnimal = async (person: Person, tagNumber: string) => (await person.addAnimal({ tagNumber, species: 'sheep' })).id;
  const numbersOf = async (person: Person, animalId: string) =>
    (await person.call('listAnimalTags', { query: { animalId } })).map(({ kind, number }) => [kind, number]);

  test('are added, ended and deleted; an EID is stored as its 15 digits, whatever a reader sends', async () => {
    const person = await server().register();
    const [ewe, other] = [await addAnimal(person, 'E-1'), await addAnimal(person, 'E-2')];
    const body = { id: uuidv7(), animalId: ewe, kind: 'eid', number: '\u00021000000826071339300045261123021455' } as const;
    const added = await person.call('addAnimalTag', { body });
    expect(added).toMatchObject({ number: eid, fromDay: null, toDay: null, version: 1 });
    expect(await person.call('addAnimalTag', { body })).toEqual(added);
    await person.call('addAnimalTag', {
      body: { animalId: ewe, kind: 'registration', number: 'KHSI-1234', fromDay: '2025-04-01' },
    });
    await person.call('addAnimalTag', { body: { animalId: other, kind: 'tattoo', number: 'V12' } });
    expect(await numbersOf(person, ewe)).toEqual([
      ['registration', 'KHSI-1234'],
      ['eid', eid],
    ]);
    expect(await person.call('listAnimalTags', { query: {} })).toHaveLength(3);
    const ended = await person.call('changeAnimalTag', { params: { id: added.id }, body: { version: 1, toDay: '2026-05-01' } });
    expect(ended).toMatchObject({ toDay: '2026-05-01', version: 2 });
    await person.call('deleteAnimalTag', { params: { id: added.id } });
    await expect(person.call('deleteAnimalTag', { params: { id: added.id } })).rejects.toMatchObject({ code: 'tags.not_found' });
    expect(await numbersOf(person, ewe)).toEqual([['registration', 'KHSI-1234']]);
  });

  test('refuse an EID that another present animal has, naming its tag, until that is ended', async () => {
    const person = await server().register();
    const [first, second] = [await addAnimal(person, 'E-1'), await addAnimal(person, 'E-2')];
    const { id } = await person.call('addAnimalTag', { body: { animalId: first, kind: 'eid', number: eid } });
    const addEid = (animalId: string, number = eid) => person.call('addAnimalTag', { body: { animalId, kind: 'eid', number } });
    const refusal = { code: 'request.invalid', errors: [{ path: 'number', message: expect.stringContaining('E-1') }] };
    await expect(addEid(second, '0826071339300045')).rejects.toMatchObject(refusal);
    await expect(addEid(first)).rejects.toMatchObject({ errors: [{ message: 'This animal already has this EID.' }] });
    await person.call('changeAnimalTag', { params: { id }, body: { toDay: '2026-05-01' } });
    await addEid(second);
    const again = person.call('changeAnimalTag', { params: { id }, body: { toDay: null } });
    await expect(again).rejects.toMatchObject({ errors: [{ path: 'number', message: expect.stringContaining('E-2') }] });
    await person.call('changeAnimal', { params: { id: second }, body: { status: 'sold' } });
    await person.call('changeAnimalTag', { params: { id }, body: { toDay: null } });
  });

  test('prevent an animal from returning by any way while another present one has its EID', async () => {
    const person = await server().register();
    const [first, second] = [await addAnimal(person, 'E-1'), await addAnimal(person, 'E-2')];
    const addEid = (animalId: string) => person.call('addAnimalTag', { body: { animalId, kind: 'eid', number: eid } });
    await addEid(first);
    const sale = { id: uuidv7(), kind: 'sale', animalId: first, day: '2026-05-01' } as const;
    await person.call('recordEvents', { body: { events: [sale] } });
    const [{ revision } = { revision: 0 }] = await person.call('listActs');
    const { id: inUse } = await addEid(second);
    const ways = [
      () => person.call('changeAnimal', { params: { id: first }, body: { status: 'active' } }),
      () => person.call('recordEvents', { body: { events: [{ ...sale, id: uuidv7(), kind: 'return' }] } }),
      () => person.call('voidEvent', { params: { id: sale.id }, body: {} }),
      () => person.call('voidEvents', { body: { ids: [sale.id] } }),
      () => person.call('undoAct', { params: { revision } }),
    ];
    const message = 'E-1 cannot come back: your animal E-2 has its EID now. End the EID at one of them first.';
    for (const way of ways) await expect(way()).rejects.toMatchObject({ code: 'request.invalid', errors: [{ message }] });
    const bytes = 'Tag,Species,Sex,Status\nE-1,sheep,F,active\nE-3,sheep,F,active\n';
    const { id: file } = await person.upload('addImport', { name: 'herd.csv', bytes });
    await person.call('applyImport', { params: { id: file } });
    const rows = await person.call('listImportRows', { params: { id: file }, query: {} });
    expect(rows.map(({ reason }) => reason)).toEqual([message, null]);
    await person.call('changeAnimalTag', { params: { id: inUse }, body: { toDay: '2026-05-02' } });
    await person.call('undoAct', { params: { revision } });
    expect(await person.call('readAnimal', { params: { id: first } })).toMatchObject({ status: 'active' });
  });

  test.each([
    [{ kind: 'eid', number: '8.26071E+14' }, 'number'],
    [{ kind: 'official', number: '' }, 'number'],
    [{ kind: 'official', number: 'x'.repeat(61) }, 'number'],
    [{ kind: 'visual', number: 'A-1' }, 'kind'],
    [{ kind: 'tattoo', number: 'V1', fromDay: '2999-01-01' }, 'fromDay'],
    [{ kind: 'tattoo', number: 'V1', fromDay: '2026-02-01', toDay: '2026-01-31' }, 'toDay'],
    [{ kind: 'tattoo', number: 'V1', animalId: '00000000-0000-7000-8000-000000000000' }, 'animalId'],
  ])('are refused where they cannot be: %j', async (wrong, path) => {
    const person = await server().register();
    const animalId = await addAnimal(person, 'E-1');
    const response = await person.send({ method: 'POST', url: '/api/animal-tags', payload: { animalId, ...wrong } });
    expect([response.statusCode, response.json()]).toMatchObject([400, { errors: [{ path }] }]);
    expect(await numbersOf(person, animalId)).toEqual([]);
  });

  test('are at most twenty', async () => {
    const person = await server().register();
    const animalId = await addAnimal(person, 'E-1');
    const add = (number: string) => person.call('addAnimalTag', { body: { animalId, kind: 'other', number } });
    for (let n = 0; n < 20; n += 1) await add(`N-${n}`);
    await expect(add('N-20')).rejects.toMatchObject({ errors: [{ path: 'number' }] });
  });

  test('stay with the animal when its ear tag changes, and the old ear tag is found among the earlier ones', async () => {
    const person = await server().register();
    const animalId = await addAnimal(person, 'A-1');
    const id = uuidv7();
    const change = { id, kind: 'tagChange', animalId, day: '2026-05-01', newTag: 'B-7' } as const;
    const tagNumber = async () => (await person.call('readAnimal', { params: { id: animalId } })).tagNumber;
    const earlier = async () => (await person.call('listEarlierTags', { query: {} })).map(({ number, toDay }) => [number, toDay]);
    await person.call('recordEvents', { body: { events: [change] } });
    expect([await tagNumber(), await earlier()]).toEqual(['B-7', [['A-1', '2026-05-01']]]);
    const replaced = await person.call('replaceEvent', {
      params: { id },
      body: { ...change, id: uuidv7(), newTag: 'B-8', day: '2026-05-02' },
    });
    expect([await tagNumber(), await earlier()]).toEqual(['B-8', [['A-1', '2026-05-02']]]);
    await person.call('voidEvent', { params: { id: replaced.id }, body: {} });
    expect([await tagNumber(), await earlier()]).toEqual(['A-1', []]);
    // A tag change that does not concern the current tag changes nothing.
    const past = { ...change, id: uuidv7(), day: '2020-05-01', oldTag: 'OLD-1', newTag: 'OLD-2' };
    await person.call('recordEvents', { body: { events: [past] } });
    expect([await tagNumber(), await earlier()]).toEqual(['A-1', [['OLD-1', '2020-05-01']]]);
  });

  test('are imported with an archive, except EIDs that other animals have in use and more than twenty for an animal', async () => {
    const person = await server().register();
    const bring = (bytes: Uint8Array<ArrayBuffer>) => person.upload('importArchive', { name: 'farm.zip', bytes });
    const own = await person.addAnimal({ tagNumber: 'OWN' });
    const number = '826071339300045';
    await person.call('addAnimalTag', { body: { animalId: own.id, kind: 'eid', number } });
    const animal = archivedAnimal();
    const tag = (fields: object) => ({
      id: crypto.randomUUID(),
      animalId: animal.id,
      kind: 'other',
      fromDay: null,
      toDay: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      ...fields,
    });
    const many = Array.from({ length: 21 }, (_, n) => tag({ number: `N-${n}` }));
    const animalTags = [tag({ kind: 'eid', number }), ...many];
    const zip = await buildArchive(archivedFarm({ animals: [animal], animalTags }));
    expect(await bring(zip)).toMatchObject({ animalTags: { added: 20, alreadyThere: 0 }, animalTagsLeftOut: 2 });
    const broken = await buildArchive(archivedFarm({ animals: [animal], animalTags: [tag({ kind: 'eid', number: '12' })] }));
    await expect(bring(broken)).rejects.toMatchObject({ code: 'archive.unreadable' });
  });
});
