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

  test('a new record is pending, without offspring, and due after 150 days for goats', async () => {
    const { farmer, fatherId, motherId, record } = await farmWithRecord();
    const { id, version, createdAt } = record;
    const open = { expectedDueDate: '2026-07-29', actualBirthDate: null, offspringIds: [], notes: null, outcome: 'pending' };
    expect(record).toEqual({ id, fatherId, motherId, breedingDate, ...open, version, createdAt });
    expect(await farmer.call('listBreedingRecords')).toEqual([record]);
  });

  test('sheep are due after 147 days, and a due date that is sent is stored', async () => {
    const farmer = await server().register();
    const species = 'sheep';
    const pair = { fatherId: await add(farmer, 'male', { species }), motherId: await add(farmer, 'female', { species }) };
    const due = async (expectedDueDate: string | null) =>
      farmer.call('addBreedingRecord', { body: { ...pair, breedingDate, expectedDueDate } });
    expect((await due(null)).expectedDueDate).toBe('2026-07-26');
    const said = await due('2026-07-20');
    expect(said.expectedDueDate).toBe('2026-07-20');
    expect((await change(farmer, said, { expectedDueDate: null })).expectedDueDate).toBe('2026-07-26');
  });

  test('a change writes only the fields that were sent', async () => {
    const { farmer, motherId, record } = await farmWithRecord();
    const young = await add(farmer, 'female', { motherId });
    const version = expect.any(String) as string;
    const birth = { outcome: 'successful', actualBirthDate: '2026-07-28', offspringIds: [young] } as const;
    expect(await change(farmer, record, birth)).toEqual({ ...record, ...birth, version });
    expect(await change(farmer, record, { notes: 'Up at once' })).toEqual({ ...record, ...birth, notes: 'Up at once', version });
    const cleared = await change(farmer, record, { actualBirthDate: '', offspringIds: [], notes: null });
    expect(cleared).toEqual({ ...record, outcome: 'successful', version });
    expect(await change(farmer, record, { breedingDate: '2026-03-02' })).toMatchObject({ expectedDueDate: '2026-07-29' });
  });

  test('what contradicts its animals is refused at its field', async () => {
    const { farmer, fatherId, motherId, record } = await farmWithRecord();
    const late = { birthDate: '2026-03-02' };
    const ewe = await add(farmer, 'female', { species: 'sheep' });
    const [lateMother, lateFather] = [await add(farmer, 'female', late), await add(farmer, 'male', late)];
    const daughter = await add(farmer, 'female', { fatherId });
    const [sold, outside] = [{ status: 'sold' }, { isReference: true }];
    const offspring = async (...more: object[]) => {
      const ids: string[] = [];
      for (const each of more) ids.push(await add(farmer, 'female', { motherId, ...each }));
      return { offspringIds: ids };
    };
    for (const [pair, path, message] of [
      [{ fatherId: motherId }, 'fatherId', 'Father must be male'],
      [{ motherId: fatherId }, 'motherId', 'Mother must be female'],
      [{ motherId: ewe }, 'fatherId', 'Father and mother must be of the same species'],
      [{ fatherId: uuidv7() }, 'fatherId', 'Father not found'],
      [{ motherId: lateMother }, 'breedingDate', 'The mother was not born yet on this date'],
      [{ fatherId: lateFather }, 'breedingDate', 'The father was not born yet on this date'],
      [{ actualBirthDate: '2026-02-28' }, 'actualBirthDate', 'The birth cannot be before the breeding date'],
      [await offspring({}, {}, {}, {}, {}), 'offspringIds', undefined],
      [await offspring({ motherId: null }), 'offspringIds', 'Offspring must have the mother or the father of this record'],
      [await offspring(sold), 'offspringIds', 'Offspring must be an active animal'],
      [await offspring(outside), 'offspringIds', 'Offspring not found'],
      [{ motherId: daughter, offspringIds: [daughter] }, 'offspringIds', 'An animal cannot be its own offspring'],
      [{ offspringIds: [daughter, daughter] }, 'offspringIds', 'The same offspring is chosen twice'],
    ] as const) {
      const refused = { status: 400, errors: [{ path, ...(message && { message }) }] };
      const body = { fatherId, motherId, breedingDate, ...pair } as never;
      await expect(farmer.call('addBreedingRecord', { body }), message).rejects.toMatchObject(refused);
      await expect(change(farmer, record, body), message).rejects.toMatchObject(refused);
    }
    expect(await farmer.call('listBreedingRecords')).toEqual([record]);
    for (const [id, path, value, message] of [
      [fatherId, 'sex', 'female', 'It has breeding records, so its sex cannot change'],
      [motherId, 'species', 'sheep', 'It has breeding records, so its species cannot change'],
      [motherId, 'birthDate', '2026-03-02', 'It has a breeding record from before this birth'],
    ] as const)
      await expect(farmer.changeAnimal(id, { [path]: value })).rejects.toMatchObject({
        errors: expect.arrayContaining([{ path, message }]) as unknown,
      });
    expect(await change(farmer, record, { fatherId: await add(farmer, 'male', outside) })).toMatchObject({ motherId });
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
