import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { resultOf } from '#test/operations.ts';

describeOnEachEngine({ name: 'leaving the farm', usually: 'both' }, (server) => {
  const farmWithDoe = async () => {
    const person = await server().register({ plan: 'enterprise' });
    const { id } = await person.addAnimal({ birthDate: '2024-03-01' });
    const event = (kind: string, day: string) => ({ id: uuidv7(), kind, animalId: id, day: `2026-05-${day}` });
    const journal = async () =>
      (await person.call('listEvents', { query: { animalId: id } })).map(({ kind, day }) => `${kind} ${day.slice(8)}`);
    return { person, id, event, journal };
  };

  test('an animal is sold once, until its sale is undone or it has returned', async () => {
    const { person, event, journal } = await farmWithDoe();
    const [sale, again] = [event('sale', '01'), event('sale', '02')];
    await person.record(sale);
    const message = 'A-1 was sold on May 1, 2026. Change or undo that sale, or record its return first.';
    const errors = [{ path: 'events.0.day', message }];
    await expect(person.record(again)).rejects.toMatchObject({ status: 400, errors });
    const waiting = { id: uuidv7(), call: 'recordEvents', body: { events: [again] } };
    expect(await resultOf(person, waiting)).toMatchObject({ outcome: 'refused', errors });
    await person.call('replaceEvent', { params: { id: sale.id }, body: again as never });
    await person.record(event('return', '02'));
    await person.record(event('sale', '03'));
    expect(await journal()).toEqual(['sale 03', 'return 02', 'sale 02']);
  });

  test('of two that are sent at once for one animal, one sale is recorded', async () => {
    const { person, event, journal } = await farmWithDoe();
    const results = await Promise.allSettled([1, 2, 3].map(() => person.record(event('sale', '01'))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const deaths = person.record(event('death', '01'), event('death', '02'));
    await expect(deaths).rejects.toMatchObject({ status: 400 });
    expect(await journal()).toEqual(['sale 01']);
  });

  test('another status in the edit dialog corrects how the animal left, and keeps earlier sales from which it returned', async () => {
    const { person, id, event, journal } = await farmWithDoe();
    await person.record(event('sale', '01'));
    await person.record(event('return', '02'));
    const mark = (status: 'active' | 'sold' | 'died', day = '2026-05-10') => person.changeAnimal(id, { status, day });
    await expect(mark('sold', '2026-04-30')).rejects.toMatchObject({ errors: [{ path: 'day' }] });
    await mark('sold');
    expect(await journal()).toEqual(['sale 10', 'return 02', 'sale 01']);
    await mark('died');
    expect(await journal()).toEqual(['death 10', 'return 02', 'sale 01']);
    await mark('active');
    expect(await journal()).toEqual(['return 02', 'sale 01']);
  });
});
