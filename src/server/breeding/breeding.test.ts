import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const breedingDate = '2026-03-01';

const add = async (farmer: Person, sex: 'male' | 'female', given: object = {}) =>
  (await farmer.addAnimal({ tagNumber: sex, sex, ...given })).id;

describeOnEachEngine('breeding records', (server) => {
  const farmWithPair = async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    return { farmer, fatherId: await add(farmer, 'male'), motherId: await add(farmer, 'female') };
  };
  const farmWithRecord = async () => {
    const { farmer, ...pair } = await farmWithPair();
    return { farmer, ...pair, record: await farmer.call('addBreedingRecord', { body: { ...pair, breedingDate } }) };
  };
  const change = (farmer: Person, { id }: { id: string }, body: object) =>
    farmer.call('changeBreedingRecord', { params: { id }, body });
  const refusal = (path: string, message: string) => ({ status: 400, errors: [{ path, message }] });

  test('a new record is pending, without offspring, and due by its species; a due date that is sent is stored', async () => {
    const { farmer, record } = await farmWithRecord();
    const open = { expectedDueDate: '2026-07-29', actualBirthDate: null, offspringIds: [], notes: null, outcome: 'pending' };
    expect(record).toMatchObject({ breedingDate, ...open });
    expect(await farmer.call('listBreedingRecords')).toEqual([record]);
    const said = await change(farmer, record, { expectedDueDate: '2026-07-20' });
    expect(said.expectedDueDate).toBe('2026-07-20');
    expect((await change(farmer, record, { expectedDueDate: null })).expectedDueDate).toBe('2026-07-29');
  });

  test('what contradicts its animals is refused at its field', async () => {
    const { farmer, fatherId, motherId, record } = await farmWithRecord();
    const born = (fields: object) => add(farmer, 'female', { motherId, ...fields });
    const [late, sold, outside] = [
      await born({ birthDate: '2026-03-02' }),
      await born({ status: 'sold' }),
      await born({ isReference: true }),
    ];
    for (const [pair, path, message] of [
      [{ motherId: fatherId }, 'motherId', 'Mother must be female'],
      [{ fatherId: uuidv7() }, 'fatherId', 'Father not found'],
      [{ motherId: late }, 'breedingDate', 'The mother was not born yet on this date'],
      [{ actualBirthDate: '2026-02-28' }, 'actualBirthDate', 'The birth cannot be before the breeding date'],
      [{ offspringIds: [sold] }, 'offspringIds', 'Offspring must be an active animal'],
      [{ offspringIds: [outside] }, 'offspringIds', 'Offspring not found'],
    ] as const) {
      const body = { fatherId, motherId, breedingDate, ...pair } as never;
      await expect(farmer.call('addBreedingRecord', { body }), message).rejects.toMatchObject(refusal(path, message));
      await expect(change(farmer, record, body), message).rejects.toMatchObject(refusal(path, message));
    }
    expect(await farmer.call('listBreedingRecords')).toEqual([record]);
    for (const [id, path, value, message] of [
      [fatherId, 'sex', 'female', 'It has breeding records, so its sex cannot change'],
      [motherId, 'birthDate', '2026-03-02', 'It has a breeding record from before this birth'],
    ] as const) {
      const errors = expect.arrayContaining([{ path, message }]) as unknown;
      await expect(farmer.changeAnimal(id, { [path]: value })).rejects.toMatchObject({ errors });
    }
  });

  test('an older record that contradicts a birth can still be changed, and so can its animal', async () => {
    const { farmer, motherId, record } = await farmWithRecord();
    await server().db.updateTable('animals').set({ birth_date: '2026-04-01' }).where('id', '=', motherId).execute();
    expect(await change(farmer, record, { notes: 'Seen', outcome: 'unsuccessful' })).toMatchObject({ notes: 'Seen' });
    await farmer.changeAnimal(motherId, { name: 'Bella' });
    const moved = change(farmer, record, { breedingDate: '2026-03-02' });
    await expect(moved).rejects.toMatchObject({ errors: [{ path: 'breedingDate' }] });
    expect(await change(farmer, record, { breedingDate: '2026-04-01' })).toMatchObject({ breedingDate: '2026-04-01' });
  });

  test('recorded offspring remain after they are sold or have died, and new ones must be active', async () => {
    const { farmer, motherId, record } = await farmWithRecord();
    const [sold, other] = [await add(farmer, 'female', { motherId }), await add(farmer, 'male', { motherId })];
    await change(farmer, record, { offspringIds: [sold] });
    await farmer.changeAnimal(sold, { status: 'sold' });
    expect((await change(farmer, record, { offspringIds: [sold, other] })).offspringIds).toEqual([sold, other]);
    await change(farmer, record, { offspringIds: [other] });
    const again = change(farmer, record, { offspringIds: [sold, other] });
    await expect(again).rejects.toMatchObject(refusal('offspringIds', 'Offspring must be an active animal'));
  });
});
