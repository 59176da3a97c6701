import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('fostering', (server) => {
  test('does not change the dam of a young, and the list of states contains who rears it until that is voided', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const add = (tagNumber: string, fields: object = {}) => person.addAnimal({ tagNumber, birthDate: '2022-03-01', ...fields });
    const [doe, nurse] = [await add('D-1'), await add('D-2')];
    const kid = await add('K-1', { birthDate: '2026-05-01', motherId: doe.id });
    const record = (rearedById: string, id = uuidv7()) =>
      person.call('recordEvents', {
        body: { events: [{ id, kind: 'fostering', animalId: kid.id, day: '2026-05-01', rearedById }] },
      });
    const rearedBy = async () =>
      (await person.call('listAnimalStates')).find(({ animalId }) => animalId === kid.id)?.rearedById ?? null;
    const id = uuidv7();
    await record(nurse.id, id);
    expect(await rearedBy()).toBe(nurse.id);
    expect((await person.call('readAnimal', { params: { id: kid.id } })).motherId).toBe(doe.id);
    await expect(record(uuidv7())).rejects.toMatchObject({ errors: [{ path: 'events.0.rearedById' }] });
    await person.call('voidEvent', { params: { id }, body: {} });
    expect(await rearedBy()).toBeNull();
  });
});
