import { expect, test } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { archivedAnimal, archivedFarm, buildArchive } from '#test/archives.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const eid = '826071339300045';

describeOnEachEngine('the numbers of an animal', (server) => {
  const addAnimal = async (person: Person, tagNumber: string) => (await person.addAnimal({ tagNumber, species: 'sheep' })).id;
  const numbersOf = async (person: Person, animalId: string) =>
    (await person.call('listAnimalTags', { query: { animalId } })).map(({ kind, number }) => `${kind} ${number}`);

  test('are added, ended and deleted; an EID is stored as its 15 digits, whatever a reader sends', async () => {
    const person = await server().register();
    const animalId = await addAnimal(person, 'E-1');
    const add = (kind: 'eid' | 'registration', number: string) =>
      person.call('addAnimalTag', { body: { animalId, kind, number } });
    const added = await add('eid', '\u00021000000826071339300045261123021455');
    expect(added).toMatchObject({ number: eid, fromDay: null, toDay: null });
    await add('registration', 'KHSI-1234');
    expect(await numbersOf(person, animalId)).toEqual(['registration KHSI-1234', `eid ${eid}`]);
    const params = { id: added.id };
    expect(await person.call('changeAnimalTag', { params, body: { toDay: '2026-05-01' } })).toMatchObject({
      toDay: '2026-05-01',
    });
    await person.call('deleteAnimalTag', { params });
    expect(await numbersOf(person, animalId)).toEqual(['registration KHSI-1234']);
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
    await person.changeAnimal(second, { status: 'sold' });
    await person.call('changeAnimalTag', { params: { id }, body: { toDay: null } });
  });

  test('prevent an animal from returning by any way while another present one has its EID', async () => {
    const person = await server().register();
    const [first, second] = [await addAnimal(person, 'E-1'), await addAnimal(person, 'E-2')];
    const addEid = (animalId: string) => person.call('addAnimalTag', { body: { animalId, kind: 'eid', number: eid } });
    await addEid(first);
    const sale = { id: uuidv7(), kind: 'sale', animalId: first, day: '2026-05-01' } as const;
    await person.record(sale);
    const [{ revision } = { revision: 0 }] = await person.call('listActs');
    const { id: inUse } = await addEid(second);
    const ways = [
      () => person.changeAnimal(first, { status: 'active' }),
      () => person.record({ ...sale, id: uuidv7(), kind: 'return' }),
      () => person.voidEvent(sale.id),
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

  test('are refused where they cannot be, and are at most twenty', async () => {
    const person = await server().register();
    const animalId = await addAnimal(person, 'E-1');
    const add = (tag: object) => person.call('addAnimalTag', { body: { animalId, kind: 'tattoo', number: 'V1', ...tag } });
    for (const [path, wrong] of [
      ['number', { kind: 'eid', number: '8.26071E+14' }],
      ['fromDay', { fromDay: '2999-01-01' }],
      ['toDay', { fromDay: '2026-02-01', toDay: '2026-01-31' }],
      ['animalId', { animalId: uuidv7() }],
    ] as const)
      await expect(add(wrong), path).rejects.toMatchObject({ status: 400, errors: [{ path }] });
    for (let n = 0; n < 20; n += 1) await add({ number: `N-${n}` });
    await expect(add({ number: 'N-20' })).rejects.toMatchObject({ errors: [{ path: 'number' }] });
  });

  test('stay with the animal when its ear tag changes, and the old ear tag is found among the earlier ones', async () => {
    const person = await server().register();
    const animalId = await addAnimal(person, 'A-1');
    const id = uuidv7();
    const change = { id, kind: 'tagChange', animalId, day: '2026-05-01', newTag: 'B-7' } as const;
    const tags = async () => [
      (await person.call('readAnimal', { params: { id: animalId } })).tagNumber,
      ...(await person.call('listEarlierTags', { query: {} })).map(({ number, toDay }) => `${number} until ${toDay}`),
    ];
    await person.record(change);
    expect(await tags()).toEqual(['B-7', 'A-1 until 2026-05-01']);
    const body = { ...change, id: uuidv7(), newTag: 'B-8', day: '2026-05-02' };
    const replaced = await person.call('replaceEvent', { params: { id }, body });
    expect(await tags()).toEqual(['B-8', 'A-1 until 2026-05-02']);
    await person.voidEvent(replaced.id);
    expect(await tags()).toEqual(['A-1']);
    // A tag change that does not concern the current tag changes nothing.
    await person.record({ ...change, id: uuidv7(), day: '2020-05-01', oldTag: 'OLD-1', newTag: 'OLD-2' });
    expect(await tags()).toEqual(['A-1', 'OLD-1 until 2020-05-01']);
  });

  test('are imported with an archive, except EIDs that other animals have in use and more than twenty for an animal', async () => {
    const person = await server().register();
    const [own, animal] = [await person.addAnimal({ tagNumber: 'OWN' }), archivedAnimal()];
    await person.call('addAnimalTag', { body: { animalId: own.id, kind: 'eid', number: eid } });
    const unset = { animalId: animal.id, kind: 'other', fromDay: null, toDay: null, createdAt: '2026-01-01T00:00:00.000Z' };
    const tag = (fields: object) => ({ ...unset, id: uuidv7(), ...fields });
    const bring = async (...animalTags: object[]) =>
      person.bringArchive(await buildArchive(archivedFarm({ animals: [animal], animalTags })));
    const many = Array.from({ length: 21 }, (_, n) => tag({ number: `N-${n}` }));
    const counts = { animalTags: { added: 20, alreadyThere: 0 }, animalTagsLeftOut: 2 };
    expect(await bring(tag({ kind: 'eid', number: eid }), ...many)).toMatchObject(counts);
    await expect(bring(tag({ kind: 'eid', number: '12' }))).rejects.toMatchObject({ code: 'archive.unreadable' });
  });
});
