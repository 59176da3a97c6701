import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { purgeOldChanges } from './changes.ts';

describeOnEachEngine({ name: 'the log of changes', usually: 'both' }, (server) => {
  test('is kept for five years, and deletions for 400 days', async () => {
    const person = await server().register();
    const other = await server().register();
    for (const { farmId: farm_id } of [person, other]) {
      const ids = Array.from({ length: 201 }, (_, row) => `${farm_id} ${row}`);
      await server().insert(
        'gone',
        ids.map((id) => ({ farm_id, kind: 'animal', id, revision: 1 })),
      );
    }
    const { id } = await person.addAnimal({ sex: 'male' });
    await person.call('deleteAnimal', { params: { id } });
    const count = async (table: 'gone' | 'changes') =>
      (await server().db.selectFrom(table).select('id').where('farm_id', '=', person.farmId).execute()).length;
    for (const [days, gone, changes] of [
      [399, 1, 2],
      [401, 0, 2],
      [5 * 365, 0, 2],
      [5 * 367, 0, 0],
    ] as const) {
      await purgeOldChanges(server().db, new Date(Date.now() + days * 86_400_000));
      expect([days, await count('gone'), await count('changes')]).toEqual([days, gone, changes]);
    }
  });
});
