import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const doe = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;
const today = new Date().toISOString().slice(0, 10);

describeOnEachEngine({ name: 'animals', usually: 'both' }, (server) => {
  test('an animal with only a tag, a species and a sex is active, in good health and not for sale', async () => {
    const farmer = await server().register();
    const animal = await farmer.addAnimal(doe);
    expect(animal).toMatchObject({
      ...doe,
      status: 'active',
      healthStatus: '3',
      forSale: false,
      vaccinated: false,
      isReference: false,
      name: null,
      salePrice: null,
      version: 1,
    });
    expect(await farmer.call('readAnimal', { params: { id: animal.id } })).toEqual(animal);
    expect(await farmer.call('listAnimals')).toEqual([animal]);
  });

  test('a change writes only the fields that were sent and increments the version', async () => {
    const farmer = await server().register();
    const animal = await farmer.addAnimal({ name: 'Bella', salePrice: 10 });
    const changed = await farmer.call('changeAnimal', {
      params: { id: animal.id },
      body: { breed: 'Boer', forSalePrice: '12.30' },
    });
    expect(changed).toEqual({
      ...animal,
      breed: 'Boer',
      salePrice: 12.3,
      forSalePrice: 12.3,
      version: 2,
      updatedAt: changed.updatedAt,
    });
    expect(await farmer.call('changeAnimal', { params: { id: animal.id }, body: { name: '' } })).toMatchObject({ name: null });
  });

  test('of concurrent changes based on one version exactly one succeeds', async () => {
    const farmer = await server().register();
    const { id, version } = await farmer.addAnimal();
    const names = Array.from({ length: 20 }, (_, i) => `Name ${i}`);
    const results = await Promise.allSettled(
      names.map((name) => farmer.call('changeAnimal', { params: { id }, body: { name, version } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ version: version + 1 });
  });

  test('a create that reached the cap can still be repeated', async () => {
    const farmer = await server().register();
    for (let i = 0; i < 9; i += 1) await farmer.addAnimal();
    const body = { ...doe, id: uuidv7() };
    const tenth = await farmer.addAnimal(body);
    expect(await farmer.addAnimal(body)).toEqual(tenth);
  });

  test('the database itself refuses a parent of another farm', async () => {
    const [farmer, rival] = [await server().register(), await server().register()];
    const mine = await farmer.addAnimal();
    const theirs = await rival.addAnimal();
    const raw = server().db.updateTable('animals').set({ mother_id: theirs.id }).where('id', '=', mine.id);
    await expect(raw.execute()).rejects.toThrow(/foreign key/i);
    await expect(
      server().db.updateTable('animals').set({ mother_id: mine.id }).where('id', '=', mine.id).execute(),
    ).rejects.toThrow(/check/i);
  });

  test('a birth date must be between 1980 and tomorrow', async () => {
    const farmer = await server().register({ plan: 'premium' });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const afterTomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    for (const birthDate of ['1980-01-01', '2000-02-29', today, tomorrow]) {
      expect(await farmer.addAnimal({ birthDate })).toMatchObject({ birthDate });
    }
    for (const birthDate of [afterTomorrow, '1979-12-31', '0000-00-00', '2026-02-30', '2025-02-29', '20260101', '2026-1-1']) {
      await expect(farmer.addAnimal({ birthDate })).rejects.toMatchObject({
        status: 400,
        errors: [{ path: 'birthDate' }],
      });
    }
    const nextYear = Number(tomorrow.slice(0, 4)) + 1;
    for (const birthYear of [1979, nextYear, 2020.5, 1e20]) {
      await expect(farmer.addAnimal({ birthYear })).rejects.toMatchObject({
        status: 400,
        errors: expect.arrayContaining([expect.objectContaining({ path: 'birthYear' })]),
      });
    }
  });

  test('a birth date clears the birth year, and a birth year clears the date', async () => {
    const farmer = await server().register();
    const { id } = await farmer.addAnimal({ birthYear: 2020 });
    const change = (body: object) => farmer.call('changeAnimal', { params: { id }, body });
    expect(await change({ birthDate: '2020-05-01' })).toMatchObject({ birthDate: '2020-05-01', birthYear: null });
    expect(await change({ birthYear: 2021 })).toMatchObject({ birthDate: null, birthYear: 2021 });
    expect(await change({ birthDate: null })).toMatchObject({ birthDate: null, birthYear: 2021 });
    expect(await change({ birthYear: null })).toMatchObject({ birthDate: null, birthYear: null });
    expect(await farmer.addAnimal({ birthDate: '2020-05-01', birthYear: 2020 })).toMatchObject({
      birthDate: '2020-05-01',
      birthYear: null,
    });
  });

  test('two animals may share a tag number', async () => {
    const farmer = await server().register();
    await farmer.addAnimal();
    await farmer.addAnimal();
    expect(await farmer.call('listAnimals')).toHaveLength(2);
  });
});
