import { expect, test } from 'vitest';
import { violationOf } from '#domain/records/outlines.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const own = { tagNumber: 'MJ-02', species: 'goat', sex: 'female' } as const;

describeOnEachEngine('the sample of a farm', (server) => {
  test('has twenty animals with matings, weights, a treatment in withdrawal and places on the plan, in one act', async () => {
    const person = await server().register({ plan: 'premium' });
    expect(await person.call('addSample')).toEqual({ animals: 20 });
    expect(await person.call('listActs')).toMatchObject([{ call: 'addSample' }]);
    expect((await person.call('listBreedingRecords')).map(({ outcome }) => outcome)).toContain('successful');
    const states = await person.call('listAnimalStates');
    expect(states.filter(({ withdrawals }) => withdrawals.length > 0)).toHaveLength(1);
    expect((await person.call('listEvents', { query: { kind: 'weighing' } })).length).toBeGreaterThan(20);
    const outlines = (await person.call('listPlaces', { query: {} })).map(({ outline }) => [
      outline.length,
      violationOf(outline),
    ]);
    expect(outlines).toEqual(Array.from({ length: 4 }, () => [4, undefined]));
  });

  test('leaves behind only the places that the farmer uses or has given another name', async () => {
    const person = await server().register({ plan: 'premium' });
    await person.call('addSample');
    const { id: animalId } = await person.addAnimal(own);
    const placeOf = async (name: string) => (await person.call('listPlaces', { query: {} })).find((place) => place.name === name);
    const [hill, barn, meadow] = [await placeOf('Sample hill'), await placeOf('Sample barn'), await placeOf('Sample meadow')];
    await person.record({ kind: 'move', animalId, day: '2026-01-02', placeId: hill!.id });
    await person.call('changePlace', { params: { id: barn!.id }, body: { name: 'Old Barn' } });
    await person.call('changePlace', { params: { id: meadow!.id }, body: { outline: [], note: 'Tried' } });
    await person.call('removeSample');
    const left = await person.call('listPlaces', { query: {} });
    expect(left.map(({ name }) => name).toSorted()).toEqual(['Old Barn', 'Sample hill']);
    expect(await person.call('listAnimalStates')).toMatchObject([{ animalId, placeId: hill!.id }]);
  });

  test('is removed with all its records, and without anything that the farmer has entered', async () => {
    const person = await server().register({ plan: 'premium' });
    await person.call('addSample');
    const [mother] = await person.call('listAnimals');
    const bred = { ...own, ...(mother?.sex === 'female' ? { motherId: mother.id } : {}) };
    const { id } = await person.addAnimal(bred);
    await person.call('addHealthRecord', { body: { animalId: id, date: '2026-01-02', healthStatus: '4', weightLbs: 30 } });
    expect(await person.call('removeSample')).toEqual({ animals: 20 });
    expect(await person.call('listAnimals')).toMatchObject([{ id, motherId: null }]);
    expect(await person.call('listHealthRecords')).toMatchObject([{ animalId: id }]);
    expect(await person.call('listBreedingRecords')).toEqual([]);
    const about = new Set((await person.call('listEvents', { query: {} })).map(({ animalId }) => animalId));
    expect(about).toEqual(new Set([id]));
    expect(await person.call('listPlaces', { query: {} })).toEqual([]);
    expect(await person.call('removeSample')).toEqual({ animals: 0 });
  });

  test('is for a farm without animals, counts against no cap, has the species of the farm, and can be added again', async () => {
    const person = await server().register({ plan: 'guest' });
    const { id } = await person.addAnimal({ isReference: true });
    await expect(person.call('addSample')).rejects.toMatchObject({ status: 409, code: 'sample.not_empty' });
    await person.call('deleteAnimal', { params: { id } });
    await person.call('changeProfile', { body: { keeps: 'sheep' } });
    await person.call('addSample');
    await person.call('removeSample');
    expect(await person.call('addSample')).toEqual({ animals: 20 });
    expect(new Set((await person.call('listAnimals')).map(({ species }) => species))).toEqual(new Set(['sheep']));
    const add = (tagNumber: string) => person.addAnimal({ ...own, tagNumber });
    for (let index = 1; index <= 10; index += 1) await add(`OWN-${index}`);
    await expect(add('OWN-11')).rejects.toMatchObject({ code: 'plan.limit_reached' });
  });
});
