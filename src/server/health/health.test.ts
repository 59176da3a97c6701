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

  test('a record increments the version of its animal, so that a form opened before cannot overwrite it', async () => {
    const { farmer, doe } = await farmerWithDoe();
    await farmer.call('addHealthRecord', { body: { ...checkup, animalId: doe.id } });
    expect((await farmer.call('readAnimal', { params: { id: doe.id } })).version).toBe(doe.version + 1);
    const stale = farmer.changeAnimal(doe.id, { healthStatus: '3', version: doe.version });
    await expect(stale).rejects.toMatchObject({ code: 'record.stale' });
  });

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
    for (const [path, value] of [
      ['weightLbs', 0],
      ['weightLbs', '12,5'],
      ['weightLbs', 12.3456],
      ['weightLbs', 1501],
      ['date', addDays(today, 3)],
      ['date', '0026-05-01'],
      ['notes', '🐐'.repeat(256)],
      ['notes', '\u0000'],
    ] as const) {
      const added = farmer.call('addHealthRecord', { body: { ...checkup, animalId: doe.id, [path]: value } });
      await expect(added, String(value)).rejects.toMatchObject({ status: 400, errors: [{ path }] });
    }
    const body = { ...checkup, animalId: doe.id, description: 'Health checkup - Weight: -3 lbs' };
    await expect(farmer.call('addHealthRecord', { body })).rejects.toMatchObject({ errors: [{ path: 'weightLbs' }] });
    expect(await farmer.call('listHealthRecords')).toEqual([]);
    expect(await farmer.call('readAnimal', { params: { id: doe.id } })).toEqual(doe);
  });

  test('tomorrow is accepted because it may be today at the farm, and notes may have 255 code points', async () => {
    const { farmer, doe } = await farmerWithDoe();
    const notes = '🐐'.repeat(255);
    const record = await farmer.call('addHealthRecord', {
      body: { ...checkup, animalId: doe.id, date: addDays(today, 1), notes },
    });
    expect(record.notes).toBe(notes);
  });
});
