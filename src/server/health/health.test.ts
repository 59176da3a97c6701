import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const today = new Date().toISOString().slice(0, 10);
const checkup = { date: '2026-05-01', healthStatus: '4' } as const;

describeOnEachEngine('health records', (server) => {
  const farmerWithDoe = async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    return { farmer, doe: await farmer.addAnimal() };
  };

  test('a weight that is only in the description is read from it, and one that is sent takes precedence', async () => {
    const { farmer, doe } = await farmerWithDoe();
    const add = (body: object) => farmer.call('addHealthRecord', { body: { ...checkup, animalId: doe.id, ...body } });
    const description = 'Health checkup - Weight: 120.5 lbs, Dewormed';
    expect((await add({ description })).weightLbs).toBe(120.5);
    expect((await add({ description, weightLbs: null })).weightLbs).toBe(120.5);
    expect((await add({ description, weightLbs: 7 })).weightLbs).toBe(7);
    expect((await add({ description: 'Weight: about 100 lbs' })).weightLbs).toBeNull();
  });

  test('a birth cannot be moved after a checkup, and an older animal that contradicts this can still be changed', async () => {
    const { farmer, doe } = await farmerWithDoe();
    await farmer.call('addHealthRecord', { body: { ...checkup, animalId: doe.id } });
    await expect(farmer.changeAnimal(doe.id, { birthDate: '2026-05-02' })).rejects.toMatchObject({
      errors: [{ path: 'birthDate' }],
    });
    await server().db.updateTable('animals').set({ birth_date: '2026-06-01' }).where('id', '=', doe.id).execute();
    await farmer.changeAnimal(doe.id, { name: 'Bella' });
    await farmer.changeAnimal(doe.id, { birthDate: '2025-06-01' });
    expect(await farmer.call('readAnimal', { params: { id: doe.id } })).toMatchObject({ birthDate: '2025-06-01', name: 'Bella' });
  });

  test('no checkup of a reference animal is recorded', async () => {
    const farmer = await server().register();
    const { id: animalId } = await farmer.addAnimal({ isReference: true });
    const added = farmer.call('addHealthRecord', { body: { ...checkup, animalId } });
    await expect(added).rejects.toMatchObject({ status: 404, code: 'animals.not_found' });
    expect(await farmer.call('listHealthRecords')).toEqual([]);
  });

  test('what cannot be is refused with the path of its field and changes nothing', async () => {
    const { farmer, doe } = await farmerWithDoe();
    for (const [path, wrong] of [
      ['weightLbs', { weightLbs: 12.3456 }],
      ['weightLbs', { weightLbs: 1501 }],
      ['weightLbs', { description: 'Health checkup - Weight: -3 lbs' }],
      ['date', { date: addDays(today, 3) }],
      ['date', { date: '0026-05-01' }],
    ] as const) {
      const added = farmer.call('addHealthRecord', { body: { ...checkup, animalId: doe.id, ...wrong } });
      await expect(added, JSON.stringify(wrong)).rejects.toMatchObject({ status: 400, errors: [{ path }] });
    }
    expect(await farmer.call('listHealthRecords')).toEqual([]);
    expect(await farmer.call('readAnimal', { params: { id: doe.id } })).toEqual(doe);
  });
});
