import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('checks after birth', (server) => {
  test('are events of the young with who, day and time, are sent once, named, and voided', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const kid = await person.addAnimal({ tagNumber: 'K-1', birthDate: '2026-05-01' });
    const id = uuidv7();
    const tick = (check: string) =>
      person.call('recordEvents', {
        body: { events: [{ id, kind: 'birthCheck', animalId: kid.id, day: '2026-05-01', time: '05:20', check }] },
      });
    await tick('Navel');
    await tick('Navel');
    await expect(tick(' ')).rejects.toMatchObject({ errors: [{ path: 'events.0.check', message: 'Name what was checked' }] });
    const listed = () => person.call('listEvents', { query: { kind: 'birthCheck' } });
    expect(await listed()).toMatchObject([{ id, animalId: kid.id, check: 'Navel', day: '2026-05-01', time: '05:20' }]);
    await person.call('voidEvent', { params: { id }, body: {} });
    expect(await listed()).toEqual([]);
  });
});
