import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const today = new Date().toISOString().slice(0, 10);
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
    expect(record).toEqual({
      id: record.id,
      fatherId,
      motherId,
      breedingDate,
      expectedDueDate: '2026-07-29',
      actualBirthDate: null,
      offspringIds: [],
      notes: null,
      outcome: 'pending',
      version: record.version,
      createdAt: record.createdAt,
    });
    expect(await farmer.call('listBreedingRecords')).toEqual([record]);
  });

  test('sheep are due after 147 days, and a due date that is sent is stored', async () => {
    const farmer = await server().register();
    const pair = {
      fatherId: await add(farmer, 'male', { species: 'sheep' }),
      motherId: await add(farmer, 'female', { species: 'sheep' }),
    };
    const reckoned = await farmer.call('addBreedingRecord', { body: { ...pair, breedingDate, expectedDueDate: null } });
    expect(reckoned.expectedDueDate).toBe('2026-07-26');
    const said = await farmer.call('addBreedingRecord', { body: { ...pair, breedingDate, expectedDueDate: '2026-07-20' } });
    expect(said.expectedDueDate).toBe('2026-07-20');
    expect((await change(farmer, said, { expectedDueDate: null })).expectedDueDate).toBe('2026-07-26');
  });

  test('a pair must be a father and a mother of one species and of this farm, or the field is named', async () => {
    const { farmer, fatherId, motherId } = await farmWithPair();
    const rival = await farmWithPair();
    const ewe = await add(farmer, 'female', { species: 'sheep' });
    for (const [pair, path, message] of [
      [{ fatherId: motherId, motherId }, 'fatherId', 'Father must be male'],
      [{ fatherId, motherId: fatherId }, 'motherId', 'Mother must be female'],
      [{ fatherId, motherId: ewe }, 'fatherId', 'Father and mother must be of the same species'],
      [{ fatherId: rival.fatherId, motherId }, 'fatherId', 'Father not found'],
      [{ fatherId, motherId: uuidv7() }, 'motherId', 'Mother not found'],
    ] as const) {
      await expect(farmer.call('addBreedingRecord', { body: { ...pair, breedingDate } })).rejects.toMatchObject(
        refusal(path, message),
      );
      const record = await farmer.call('addBreedingRecord', { body: { fatherId, motherId, breedingDate } });
      await expect(change(farmer, record, pair)).rejects.toMatchObject(refusal(path, message));
      await farmer.call('deleteBreedingRecord', { params: { id: record.id } });
    }
    expect(await farmer.call('listBreedingRecords')).toEqual([]);
  });

  test('an outside sire or dam can be used', async () => {
    const { farmer, motherId } = await farmWithPair();
    const fatherId = await add(farmer, 'male', { isReference: true });
    expect(await farmer.call('addBreedingRecord', { body: { fatherId, motherId, breedingDate } })).toMatchObject({ fatherId });
  });

  test.each([
    ['motherId', { birthDate: '2026-03-02' }, 'The mother was not born yet on this date'],
    ['fatherId', { birthDate: '2026-03-02' }, 'The father was not born yet on this date'],
    ['motherId', { birthYear: 2026 }, undefined],
    ['fatherId', { birthDate: breedingDate }, undefined],
  ] as const)(
    'no mating is recorded before the birth of its %s, of a birth year before that year: %j',
    async (role, born, why) => {
      const { farmer, ...pair } = await farmWithPair();
      const record = await farmer.call('addBreedingRecord', { body: { ...pair, breedingDate } });
      const body = { ...pair, [role]: await add(farmer, role === 'motherId' ? 'female' : 'male', born), breedingDate };
      const writes = [farmer.call('addBreedingRecord', { body }), change(farmer, record, body)];
      if (why === undefined) await Promise.all(writes);
      else await Promise.all(writes.map((write) => expect(write).rejects.toMatchObject(refusal('breedingDate', why))));
      const early = farmer.call('addBreedingRecord', { body: { ...body, breedingDate: '2025-12-31' } });
      await expect(early).rejects.toMatchObject({ errors: [{ path: 'breedingDate' }] });
    },
  );

  test('a birth cannot be moved after a mating, and an older record that contradicts this can still be changed', async () => {
    const { farmer, fatherId, motherId, record } = await farmWithRecord();
    const bear = (id: string, birth: object) => farmer.call('changeAnimal', { params: { id }, body: birth });
    const behind = 'It has a breeding record from before this birth';
    for (const id of [fatherId, motherId]) {
      await expect(bear(id, { birthDate: '2026-03-02' })).rejects.toMatchObject(refusal('birthDate', behind));
      await bear(id, { birthYear: 2026 });
      await bear(id, { birthDate: '2025-12-31' });
    }
    await change(farmer, record, { breedingDate: '2025-12-31' });
    await expect(bear(motherId, { birthYear: 2026 })).rejects.toMatchObject(refusal('birthYear', behind));
    await change(farmer, record, { breedingDate });
    // Stored before births were validated against matings.
    await server().db.updateTable('animals').set({ birth_date: '2026-04-01' }).where('id', '=', motherId).execute();
    expect(await change(farmer, record, { notes: 'Seen', outcome: 'unsuccessful' })).toMatchObject({ notes: 'Seen' });
    await farmer.call('changeAnimal', { params: { id: motherId }, body: { name: 'Bella' } });
    await expect(change(farmer, record, { breedingDate: '2026-03-02' })).rejects.toMatchObject(
      refusal('breedingDate', 'The mother was not born yet on this date'),
    );
    expect(await change(farmer, record, { breedingDate: '2026-04-01' })).toMatchObject({ breedingDate: '2026-04-01' });
  });

  test.each([
    [{ breedingDate: '0026-03-01' }, 'breedingDate'],
    [{ breedingDate: addDays(today, 400) }, 'breedingDate'],
    [{ breedingDate: '9999-12-31' }, 'breedingDate'],
    [{ actualBirthDate: '2026-02-28' }, 'actualBirthDate'],
    [{ actualBirthDate: addDays(today, 3) }, 'actualBirthDate'],
    [{ outcome: 'unknown' }, 'outcome'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
    [{ offspringIds: 'none' }, 'offspringIds'],
  ])('%j is refused with the path of its field', async (wrong, path) => {
    const { farmer, fatherId, motherId, record } = await farmWithRecord();
    for (const [method, url] of [
      ['POST', '/api/breeding-records'],
      ['PATCH', `/api/breeding-records/${record.id}`],
    ] as const) {
      const response = await farmer.send({ method, url, payload: { fatherId, motherId, breedingDate, ...wrong } });
      expect(response.statusCode).toBe(400);
      expect(response.json<{ errors: { path: string }[] }>().errors.map((error) => error.path)).toEqual([path]);
    }
    expect(await farmer.call('listBreedingRecords')).toEqual([record]);
  });

  test('a change writes only the fields that were sent', async () => {
    const { farmer, motherId, record } = await farmWithRecord();
    const young = await add(farmer, 'female', { motherId });
    const born = await change(farmer, record, { outcome: 'successful', actualBirthDate: '2026-07-28', offspringIds: [young] });
    const version = expect.any(String) as string;
    expect(born).toEqual({ ...record, outcome: 'successful', actualBirthDate: '2026-07-28', offspringIds: [young], version });
    expect(await change(farmer, record, { notes: 'Up at once' })).toEqual({ ...born, notes: 'Up at once', version });
    expect(await change(farmer, record, { actualBirthDate: '', offspringIds: [], notes: null })).toEqual({
      ...record,
      outcome: 'successful',
      version,
    });
    expect(await change(farmer, record, { breedingDate: '2026-03-02' })).toMatchObject({ expectedDueDate: '2026-07-29' });
  });

  test('at most four offspring are accepted, each once', async () => {
    const { farmer, motherId, record } = await farmWithRecord();
    const litter = await Promise.all(Array.from({ length: 5 }, () => add(farmer, 'female', { motherId })));
    await expect(change(farmer, record, { offspringIds: litter })).rejects.toMatchObject({ status: 400 });
    await expect(change(farmer, record, { offspringIds: [litter[0], litter[0]] })).rejects.toMatchObject(
      refusal('offspringIds', 'The same offspring is chosen twice'),
    );
    expect((await change(farmer, record, { offspringIds: litter.slice(1) })).offspringIds).toEqual(litter.slice(1));
  });

  test('offspring must be active animals of the farm that share a parent with the record', async () => {
    const { farmer, fatherId, motherId, record } = await farmWithRecord();
    const rival = await farmWithPair();
    const notFound = 'Offspring not found';
    for (const [young, message] of [
      [await add(farmer, 'female'), 'Offspring must have the mother or the father of this record'],
      [await add(farmer, 'female', { motherId, status: 'sold' }), 'Offspring must be an active animal'],
      [await add(farmer, 'female', { fatherId, status: 'died' }), 'Offspring must be an active animal'],
      [await add(farmer, 'female', { fatherId, isReference: true }), notFound],
      [await add(rival.farmer, 'female', { motherId: rival.motherId }), notFound],
      [uuidv7(), notFound],
    ] as const) {
      await expect(change(farmer, record, { offspringIds: [young] })).rejects.toMatchObject(refusal('offspringIds', message));
    }
  });

  test('a daughter mated with her father is not her own offspring', async () => {
    const { farmer, fatherId } = await farmWithPair();
    const motherId = await add(farmer, 'female', { fatherId });
    const record = await farmer.call('addBreedingRecord', { body: { fatherId, motherId, breedingDate } });
    await expect(change(farmer, record, { offspringIds: [motherId] })).rejects.toMatchObject(
      refusal('offspringIds', 'An animal cannot be its own offspring'),
    );
  });

  test('recorded offspring remain after they are sold or have died, and new ones must be active', async () => {
    const { farmer, motherId, record } = await farmWithRecord();
    const [sold, other] = [await add(farmer, 'female', { motherId }), await add(farmer, 'male', { motherId })];
    await change(farmer, record, { offspringIds: [sold] });
    await farmer.call('changeAnimal', { params: { id: sold }, body: { status: 'sold' } });
    expect((await change(farmer, record, { offspringIds: [sold, other], notes: 'x' })).offspringIds).toEqual([sold, other]);
    await change(farmer, record, { offspringIds: [other] });
    await expect(change(farmer, record, { offspringIds: [sold, other] })).rejects.toMatchObject(
      refusal('offspringIds', 'Offspring must be an active animal'),
    );
  });

  test('an animal with breeding records can change neither sex nor species', async () => {
    const { farmer, fatherId, motherId, record } = await farmWithRecord();
    for (const [id, body, message] of [
      [fatherId, { sex: 'female' }, 'It has breeding records, so its sex cannot change'],
      [motherId, { species: 'sheep' }, 'It has breeding records, so its species cannot change'],
    ] as const) {
      await expect(farmer.call('changeAnimal', { params: { id }, body })).rejects.toMatchObject(
        refusal(Object.keys(body)[0] ?? '', message),
      );
    }
    await farmer.call('changeAnimal', { params: { id: motherId }, body: { name: 'Bella', status: 'sold' } });
    await farmer.call('deleteBreedingRecord', { params: { id: record.id } });
    await farmer.call('changeAnimal', { params: { id: fatherId }, body: { sex: 'female' } });
  });
});
