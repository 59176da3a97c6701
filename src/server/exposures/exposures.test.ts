import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const inDay = '2026-06-17';

const add = async (person: Person, sex: 'male' | 'female', given: object = {}) =>
  (await person.addAnimal({ tagNumber: sex, species: 'sheep', sex, ...given })).id;

describeOnEachEngine('males that run with females', (server) => {
  const farm = async () => {
    const person = await server().register({ plan: 'enterprise' });
    const [ram, first, second] = [await add(person, 'male'), await add(person, 'female'), await add(person, 'female')];
    const { id: groupId } = await person.call('addGroup', { body: { name: 'Main flock' } });
    const body = { name: 'Main flock', maleIds: [ram], femaleIds: [first, second], inDay };
    const records = async () =>
      (await person.call('listBreedingRecords'))
        .map((record) => `${record.fatherId === ram ? 'ram' : 'other'} ${record.breedingDate} ${record.expectedDueDate}`)
        .toSorted();
    return { person, ram, first, second, groupId, body, records };
  };
  const change = (person: Person, id: string, body: object) => person.call('changeExposure', { params: { id }, body });
  const join = (person: Person, animalId: string, groupId: string, day: string, leavesGroup = false) =>
    person.record({ kind: 'move', animalId, day, groupId, leavesGroup });

  test('with one male, each female gets one breeding record of the day in, with the id from the browser', async () => {
    const { person, ram, first, second, body } = await farm();
    const wanted = [first, second].map((motherId) => ({ id: uuidv7(), motherId }));
    const request = { ...body, id: uuidv7(), records: wanted };
    const exposure = await person.call('addExposure', { body: request });
    expect(exposure).toMatchObject({ ...body, groupId: null, outDay: null, archivedAt: null });
    const records = await person.call('listBreedingRecords');
    expect(new Set(records.map(({ id, motherId }) => ({ id, motherId })))).toEqual(new Set(wanted));
    for (const record of records)
      expect(record).toMatchObject({ fatherId: ram, breedingDate: inDay, expectedDueDate: '2026-11-11', outcome: 'pending' });
  });

  test('when they come out, females that have joined the group get breeding records of the day on which they joined', async () => {
    const { person, first, groupId, body, records } = await farm();
    const late = await add(person, 'female');
    const goat = await add(person, 'female', { species: 'goat' });
    const wether = await add(person, 'male', { castratedOn: '2026-01-01' });
    const { id } = await person.call('addExposure', { body: { ...body, groupId } });
    for (const animalId of [late, goat, wether]) await join(person, animalId, groupId, '2026-06-30');
    await join(person, first, groupId, '2026-07-01', true);
    await join(person, await add(person, 'female'), groupId, '2026-08-01');
    expect(await records()).toHaveLength(2);
    expect(await change(person, id, { outDay: '2026-07-20' })).toMatchObject({ outDay: '2026-07-20', version: 2 });
    expect(await records()).toEqual(['ram 2026-06-17 2026-11-11', 'ram 2026-06-17 2026-11-11', 'ram 2026-06-30 2026-11-24']);
  });

  test('that are undone, with the right to delete, lose their pending records; a decided record stays', async () => {
    const [{ person, body, records }, worker] = [await farm(), await server().register()];
    await server().addMember(person, worker, 'worker');
    const { id } = await worker.call('addExposure', { body });
    await expect(change(worker, id, { isArchived: true })).rejects.toMatchObject({ code: 'access.role' });
    const [decided] = await person.call('listBreedingRecords');
    await person.call('changeBreedingRecord', { params: { id: decided?.id ?? '' }, body: { outcome: 'unsuccessful' } });
    expect((await change(person, id, { isArchived: true })).archivedAt).not.toBeNull();
    expect(await records()).toHaveLength(1);
    await change(person, id, { isArchived: false });
    expect(await records()).toHaveLength(2);
  });

  test('what cannot be is refused: without males or females, of the wrong sex, of two species, before a birth', async () => {
    const { person, ram, first, body, records } = await farm();
    const doe = await add(person, 'female', { species: 'goat' });
    const lamb = await add(person, 'female', { birthDate: '2026-07-01' });
    for (const [path, wrong] of [
      ['maleIds', { maleIds: [] }],
      ['femaleIds', { femaleIds: [] }],
      ['outDay', { outDay: '2026-06-16' }],
      ['inDay', { inDay: '2099-01-01' }],
      ['maleIds', { maleIds: [first], femaleIds: [first] }],
      ['femaleIds', { femaleIds: [ram] }],
      ['maleIds', { femaleIds: [first, doe] }],
      ['inDay', { femaleIds: [first, lamb] }],
    ] as const) {
      const added = person.call('addExposure', { body: { ...body, ...wrong } as never });
      await expect(added, JSON.stringify(wrong)).rejects.toMatchObject({ code: 'request.invalid', errors: [{ path }] });
    }
    expect(await records()).toEqual([]);
  });
});
