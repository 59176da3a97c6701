import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { NewEvent } from '#contract/events.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { resultOf } from '#test/operations.ts';

type Input = z.input<typeof NewEvent>;

const event = (fields: object): Input => ({ id: uuidv7(), day: '2026-05-01', ...fields }) as Input;
const record = (person: Person, ...events: Input[]) => person.call('recordEvents', { body: { events } });

describeOnEachEngine({ name: 'leaving the farm', usually: 'both' }, (server) => {
  const farmWithDoe = async () => {
    const person = await server().register({ plan: 'enterprise' });
    return { person, doe: await person.addAnimal({ birthDate: '2024-03-01' }) };
  };

  test('an animal is sold once, until its sale is undone or it has returned', async () => {
    const { person, doe } = await farmWithDoe();
    const sell = (day: string) => event({ kind: 'sale', animalId: doe.id, day, price: 100 });
    const [sale, again, later] = [sell('2026-05-01'), sell('2026-05-02'), sell('2026-05-03')];
    await record(person, sale);
    const message = `${doe.tagNumber} was sold on May 1, 2026. Change or undo that sale, or record its return first.`;
    const refused = { status: 400, errors: [{ path: 'events.0.day', message }] };
    await expect(record(person, again)).rejects.toMatchObject(refused);
    await expect(record(person, event({ kind: 'death', animalId: doe.id, day: '2026-05-02' }))).rejects.toMatchObject(refused);
    const waiting = { id: uuidv7(), call: 'recordEvents', body: { events: [again] } };
    expect(await resultOf(person, waiting)).toMatchObject({ outcome: 'refused', errors: refused.errors });
    const { id: _, ...content } = sell('2026-05-02');
    await person.call('replaceEvent', { params: { id: sale.id }, body: { ...content, id: again.id } });
    await record(person, event({ kind: 'return', animalId: doe.id, day: '2026-05-02' }));
    await record(person, later);
    const sales = await person.call('listEvents', { query: { animalId: doe.id, kind: 'sale' } });
    expect(sales.map(({ day }) => day)).toEqual(['2026-05-03', '2026-05-02']);
  });

  test('of two that are sent at once for one animal, one sale is recorded', async () => {
    const { person, doe } = await farmWithDoe();
    const sell = () => record(person, event({ kind: 'sale', animalId: doe.id, day: '2026-05-01' }));
    const results = await Promise.allSettled([sell(), sell(), sell()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const both = ['2026-05-01', '2026-05-02'].map((day) => event({ kind: 'death', animalId: doe.id, day }));
    await expect(record(person, ...both)).rejects.toMatchObject({ status: 400 });
    expect(await person.call('listEvents', { query: { animalId: doe.id } })).toHaveLength(1);
  });

  test('another status in the edit dialog corrects how the animal left, and keeps earlier sales from which it returned', async () => {
    const { person, doe } = await farmWithDoe();
    await record(person, event({ kind: 'sale', animalId: doe.id, day: '2026-05-01' }));
    await record(person, event({ kind: 'return', animalId: doe.id, day: '2026-05-02' }));
    const mark = (status: 'active' | 'sold' | 'died', day = '2026-05-10') =>
      person.call('changeAnimal', { params: { id: doe.id }, body: { status, day } });
    const journal = async () =>
      (await person.call('listEvents', { query: { animalId: doe.id } })).map(({ kind, day }) => `${kind} ${day}`);
    await expect(mark('sold', '2026-04-30')).rejects.toMatchObject({ errors: [{ path: 'day' }] });
    await mark('sold');
    expect(await journal()).toEqual(['sale 2026-05-10', 'return 2026-05-02', 'sale 2026-05-01']);
    await mark('died');
    expect(await journal()).toEqual(['death 2026-05-10', 'return 2026-05-02', 'sale 2026-05-01']);
    await mark('sold');
    await mark('active');
    expect(await journal()).toEqual(['return 2026-05-02', 'sale 2026-05-01']);
  });

  test('an animal that is only marked as sold returns', async () => {
    const { person } = await farmWithDoe();
    const sold = await person.addAnimal({ status: 'sold' });
    await record(person, event({ kind: 'return', animalId: sold.id, day: '2026-05-02' }));
    expect((await person.call('readAnimal', { params: { id: sold.id } })).status).toBe('active');
  });
});
