import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { maxStoredBytes } from '#domain/accounts/plans.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { takeStoredBytes } from './stored-bytes.ts';
import { measureFarm, measureFarms } from '#server/plans/measure-farms.ts';

const full = { status: 403, code: 'farm.full' };

describeOnEachEngine({ name: 'what a farm stores in all tables', usually: 'both' }, (server) => {
  const farm = ({ farmId }: Person) =>
    server().db.selectFrom('farms').select('stored_bytes as bytes').where('id', '=', farmId).executeTakeFirstOrThrow();
  const setStored = ({ farmId }: Person, stored_bytes: number) => {
    takeStoredBytes(farmId);
    return server().db.updateTable('farms').set({ stored_bytes }).where('id', '=', farmId).execute();
  };
  const measure = () => measureFarms.run(server().app.deps, new AbortController().signal);

  test('has a limit by plan, at which what adds is refused; reading, exporting, deleting and the plan are not', async () => {
    const [person, other] = [await server().register({ plan: 'guest' }), await server().register({ plan: 'guest' })];
    const [goner, { id }] = [await person.addAnimal({ tagNumber: 'A-1' }), await person.addAnimal({ tagNumber: 'A-2' })];
    const [noted = expect.fail()] = await person.record({ kind: 'note', animalId: id, note: 'Limps' });
    const { epoch } = await person.call('readChanges', { query: {} });

    await setStored(person, maxStoredBytes(10) - 1);
    await person.addAnimal({ tagNumber: 'A-3' });

    await setStored(person, maxStoredBytes(10));
    await expect(person.addAnimal({ tagNumber: 'A-4' })).rejects.toMatchObject({ ...full, message: /filled the 220 MB/ });
    await expect(person.changeAnimal(id, { name: 'Bella' })).rejects.toMatchObject(full);
    await expect(person.call('addChore', { body: { name: 'Trim', day: '2026-05-01' } })).rejects.toMatchObject(full);
    const ops = [
      { id: uuidv7(), call: 'addAnimal', params: {}, body: { tagNumber: 'A-4', species: 'goat', sex: 'female' }, needs: [] },
      { id: uuidv7(), call: 'deleteAnimal', params: { id: goner.id }, body: {}, needs: [] },
    ];
    const { results } = await person.call('sync', { body: { device: 'phone', epoch, ops } });
    expect(results).toMatchObject([{ outcome: 'refused', code: 'farm.full' }, { outcome: 'applied' }]);
    await person.voidEvent(noted.id);
    expect((await person.call('listAnimals')).map(({ tagNumber }) => tagNumber).toSorted()).toEqual(['A-2', 'A-3']);
    await other.addAnimal({ tagNumber: 'A-4' });

    await person.call('changeProfile', { body: { farmName: 'Low Farm' } });
    await server().setPlan(person, 'basic');
    await person.addAnimal({ tagNumber: 'A-4' });
  });

  test('does not grow by what is sent again', async () => {
    const person = await server().register({ plan: 'guest' });
    const { id: motherId } = await person.addAnimal({ tagNumber: 'A-1' });
    const { id: fatherId } = await person.addAnimal({ tagNumber: 'B-1', sex: 'male' });
    const note = { id: uuidv7(), kind: 'note', animalId: motherId, note: '🐐'.repeat(2000) };
    const mating = { id: uuidv7(), motherId, fatherId, breedingDate: '2026-05-01', notes: 'x'.repeat(2000) };
    const bytesOfSending = async () => {
      takeStoredBytes(person.farmId);
      const before = await farm(person);
      await person.record(note);
      await person.call('addBreedingRecord', { body: mating });
      return (await farm(person)).bytes - before.bytes + takeStoredBytes(person.farmId);
    };
    expect(await bytesOfSending()).toBeGreaterThan(10_000);
    // The row of the farm itself is changed with each write.
    expect(await bytesOfSending()).toBeLessThan(3000);
  });

  test('is counted at least as high as it is, and measured when it comes near the limit', async () => {
    const person = await server().register({ plan: 'guest' });
    const { id } = await person.addAnimal({ tagNumber: 'A-1' });
    const before = await measureFarm(server().db, person.farmId);
    const note = '🐐'.repeat(2000);
    const notes = Array.from({ length: 20 }, () => ({ kind: 'note', animalId: id, note }));
    for (let batch = 0; batch < 4; batch += 1) await person.record(...notes);
    await person.addAnimal({ tagNumber: 'A-2' });
    const { bytes } = await measureFarm(server().db, person.farmId);
    expect(bytes - before.bytes).toBeGreaterThan(80 * Buffer.byteLength(note));
    expect((await farm(person)).bytes).toBeGreaterThan(bytes - before.bytes);

    await setStored(person, maxStoredBytes(10));
    await measure();
    expect(await farm(person)).toEqual({ bytes });
    await person.addAnimal({ tagNumber: 'A-3' });
  });
});
