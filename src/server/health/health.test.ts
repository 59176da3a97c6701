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
    const after = await farmer.call('readAnimal', { params: { id: doe.id } });
    expect(after.version).toBe(doe.version + 1);
    await expect(
      farmer.call('changeAnimal', { params: { id: doe.id }, body: { healthStatus: '3', version: doe.version } }),
    ).rejects.toMatchObject({ code: 'record.stale' });
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

  test('no checkup of a reference animal is recorded', async () => {
    const farmer = await server().register();
    const { id: animalId } = await farmer.addAnimal({ isReference: true });
    await expect(farmer.call('addHealthRecord', { body: { ...checkup, animalId } })).rejects.toMatchObject({
      status: 404,
      code: 'animals.not_found',
    });
    expect(await farmer.call('listHealthRecords')).toEqual([]);
  });

  test.each([
    [{ weightLbs: 0 }, 'weightLbs'],
    [{ weightLbs: -3 }, 'weightLbs'],
    [{ weightLbs: '12,5' }, 'weightLbs'],
    [{ weightLbs: 12.3456 }, 'weightLbs'],
    [{ weightLbs: 1501 }, 'weightLbs'],
    [{ weightLbs: true }, 'weightLbs'],
    [{ description: 'Health checkup - Weight: 0 lbs' }, 'weightLbs'],
    [{ description: 'Health checkup - Weight: -3 lbs' }, 'weightLbs'],
    [{ description: 'Health checkup - Weight: NaN lbs' }, 'weightLbs'],
    [{ date: addDays(today, 3) }, 'date'],
    [{ date: '0026-05-01' }, 'date'],
    [{ date: '2026-02-30' }, 'date'],
    [{ healthStatus: '6' }, 'healthStatus'],
    [{ notes: 'x'.repeat(256) }, 'notes'],
    [{ notes: '🐐'.repeat(256) }, 'notes'],
    [{ notes: '\u0000' }, 'notes'],
    [{ cdnt: 'yes' }, 'cdnt'],
  ])('%j is refused with the path of its field and changes nothing', async (wrong, path) => {
    const { farmer, doe } = await farmerWithDoe();
    const response = await farmer.send({
      method: 'POST',
      url: '/api/health-records',
      payload: { ...checkup, animalId: doe.id, ...wrong },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { path: string }[] }>().errors.map((error) => error.path)).toEqual([path]);
    expect(await farmer.call('listHealthRecords')).toEqual([]);
    expect(await farmer.call('readAnimal', { params: { id: doe.id } })).toEqual(doe);
  });

  test('a birth cannot be moved after a checkup, and an older animal that contradicts this can still be changed', async () => {
    const { farmer, doe } = await farmerWithDoe();
    await farmer.call('addHealthRecord', { body: { ...checkup, animalId: doe.id } });
    const edit = (body: object) => farmer.call('changeAnimal', { params: { id: doe.id }, body });
    await expect(edit({ birthDate: '2026-05-02' })).rejects.toMatchObject({
      errors: [{ path: 'birthDate', message: 'It has a health record from before this birth' }],
    });
    await edit({ birthDate: '2026-05-01' });
    await server().db.updateTable('animals').set({ birth_date: '2026-06-01' }).where('id', '=', doe.id).execute();
    await edit({ name: 'Bella' });
    expect(await farmer.call('listHealthRecords')).toHaveLength(1);
    expect(await edit({ birthDate: '2025-06-01' })).toMatchObject({ birthDate: '2025-06-01', name: 'Bella' });
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
