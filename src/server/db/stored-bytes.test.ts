import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { countStoredBytes, maxBytesPerHour } from './stored-bytes.ts';

const tooMany = { status: 429, code: 'request.too_many' };

describeOnEachEngine('the limit of what a farm adds to its log of changes in an hour', (server) => {
  const goat = (tagNumber: string) => ({ body: { tagNumber, species: 'goat', sex: 'female' } as const });
  const now = () => server().clock.now();
  const fill = ({ farmId }: Person) => countStoredBytes({ farmId }, now(), ['x'.repeat(maxBytesPerHour)]);

  test('refuses further writes of that farm until the next hour, and no reads', async () => {
    server().clock.nextHour();
    const [busy, other] = [await server().register(), await server().register()];
    const { id } = await busy.call('addAnimal', goat('A-1'));
    fill(busy);
    const { epoch } = await busy.call('readChanges', { query: {} });
    await expect(busy.call('addAnimal', goat('A-2'))).rejects.toMatchObject(tooMany);
    await expect(busy.call('changeAnimal', { params: { id }, body: { name: 'Bella' } })).rejects.toMatchObject(tooMany);
    const ops = [{ id: uuidv7(), call: 'addAnimal', params: {}, body: goat('A-3').body, needs: [] }];
    const { results } = await busy.call('sync', { body: { device: 'phone', epoch, ops } });
    // The phone sends it again.
    expect(results).toMatchObject([{ outcome: 'later', code: 'request.too_many' }]);
    expect(await busy.call('listAnimals')).toMatchObject([{ id, name: null }]);
    await other.call('addAnimal', goat('A-1'));
    server().clock.nextHour();
    await busy.call('addAnimal', goat('A-2'));
  });

  test('counts what is kept of the answers to operations of a phone', async () => {
    server().clock.nextHour();
    const person = await server().register();
    const { epoch } = await person.call('readChanges', { query: {} });
    countStoredBytes({ farmId: person.farmId }, now(), ['x'.repeat(maxBytesPerHour - 1000)]);
    const { id } = await person.call('addChore', { body: { name: 'Fence', day: '2026-05-01' } });
    const same = { call: 'changeChore', params: { id }, body: { name: 'Fence' }, needs: [] };
    const ops = Array.from({ length: 20 }, () => ({ id: uuidv7(), ...same }));
    const { results } = await person.call('sync', { body: { device: 'phone', epoch, ops } });
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['applied', 'later']));
  });

  test('does not stop a write that has begun', () => {
    server().clock.nextHour();
    const act = { farmId: 'any farm' as Person['farmId'] };
    for (let part = 0; part < 3; part += 1) countStoredBytes(act, now(), ['x'.repeat(maxBytesPerHour)]);
    expect(() => countStoredBytes({ ...act }, now(), [])).toThrow('Very much was changed');
  });
});
