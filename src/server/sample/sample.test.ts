import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const own = { tagNumber: 'MJ-02', species: 'goat', sex: 'female' } as const;

describeOnEachEngine('the sample of a farm', (server) => {
  test('has twenty animals with matings, births, weights and a treatment in withdrawal, in one act', async () => {
    const person = await server().register({ plan: 'premium' });
    expect(await person.call('addSample')).toEqual({ animals: 20 });
    expect(await person.call('listActs')).toMatchObject([{ call: 'addSample' }]);
    const animals = await person.call('listAnimals');
    expect(animals).toHaveLength(20);
    expect(animals.every(({ tagNumber, species }) => tagNumber.startsWith('TRY-') && species === 'goat')).toBe(true);
    const outcomes = (await person.call('listBreedingRecords')).map(({ outcome }) => outcome).toSorted();
    expect([outcomes.indexOf('successful'), outcomes.length]).toEqual([4, 9]);
    const states = await person.call('listAnimalStates');
    expect(states.filter(({ withdrawals }) => withdrawals.length > 0)).toHaveLength(1);
    const events = await person.call('listEvents', { query: { kind: 'weighing' } });
    expect(events.length).toBeGreaterThan(20);
  });

  test('is removed with all its records, and without anything that the farmer has entered', async () => {
    const person = await server().register({ plan: 'premium' });
    await person.call('addSample');
    const [mother] = await person.call('listAnimals');
    const bred = { ...own, ...(mother?.sex === 'female' ? { motherId: mother.id } : {}) };
    const { id } = await person.call('addAnimal', { body: bred });
    await person.call('addHealthRecord', { body: { animalId: id, date: '2026-01-02', healthStatus: '4', weightLbs: 30 } });
    expect(await person.call('removeSample')).toEqual({ animals: 20 });
    expect(await person.call('listAnimals')).toMatchObject([{ id, motherId: null }]);
    expect(await person.call('listHealthRecords')).toMatchObject([{ animalId: id }]);
    expect(await person.call('listBreedingRecords')).toEqual([]);
    const about = new Set((await person.call('listEvents', { query: {} })).map(({ animalId }) => animalId));
    expect(about).toEqual(new Set([id]));
    expect(await person.call('removeSample')).toEqual({ animals: 0 });
  });

  test('leaves room in the plan for the farm’s animals, has the species that the farm keeps, and can be added again', async () => {
    const person = await server().register({ plan: 'guest' });
    await person.call('changeProfile', { body: { keeps: 'sheep' } });
    for (const _ of [1, 2]) {
      expect(await person.call('addSample')).toEqual({ animals: 7 });
      expect(new Set((await person.call('listAnimals')).map(({ species }) => species))).toEqual(new Set(['sheep']));
      expect((await person.call('listBreedingRecords')).filter(({ outcome }) => outcome === 'pending')).toHaveLength(1);
      await person.call('removeSample');
    }
    expect(await person.call('listAnimals')).toEqual([]);
  });

  test('is refused to a farm with animals, including outside ones', async () => {
    const person = await server().register({ plan: 'guest' });
    await person.call('addAnimal', { body: { ...own, isReference: true } });
    await expect(person.call('addSample')).rejects.toMatchObject({ status: 409, code: 'sample.not_empty' });
    expect(await person.call('listAnimals')).toEqual([]);
  });
});
