import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const unset = { isReference: false, name: null, salePrice: null, version: 1 };

describeOnEachEngine({ name: 'animals', usually: 'both' }, (server) => {
  test('an animal with only a tag, a species and a sex is active, in good health and not for sale; another may have its tag', async () => {
    const farmer = await server().register();
    const animal = await farmer.addAnimal();
    const said = { tagNumber: 'A-1', species: 'goat', sex: 'female' };
    const is = { status: 'active', healthStatus: '3', forSale: false, vaccinated: false };
    expect(animal).toMatchObject({ ...said, ...is, ...unset });
    expect(await farmer.call('readAnimal', { params: { id: animal.id } })).toEqual(animal);
    const other = await farmer.addAnimal();
    expect(new Set(await farmer.call('listAnimals'))).toEqual(new Set([animal, other]));
  });

  test('of concurrent changes based on one version exactly one succeeds', async () => {
    const farmer = await server().register();
    const { id, version } = await farmer.addAnimal();
    const names = Array.from({ length: 20 }, (_, i) => `Name ${i}`);
    const results = await Promise.allSettled(names.map((name) => farmer.changeAnimal(id, { name, version })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ version: version + 1 });
  });

  test('a birth date clears the birth year, and a birth year clears the date', async () => {
    const farmer = await server().register();
    const both = { birthDate: '2020-05-01', birthYear: 2020 };
    expect(await farmer.addAnimal(both)).toMatchObject({ birthDate: '2020-05-01', birthYear: null });
    const { id } = await farmer.addAnimal({ birthYear: 2020 });
    for (const [change, birthDate, birthYear] of [
      [{ birthDate: '2020-05-01' }, '2020-05-01', null],
      [{ birthYear: 2021 }, null, 2021],
      [{ birthDate: null }, null, 2021],
      [{ birthYear: null }, null, null],
    ] as const)
      expect(await farmer.changeAnimal(id, change)).toMatchObject({ birthDate, birthYear });
  });
});
