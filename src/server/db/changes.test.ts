import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { purgeOldChanges } from './changes.ts';

describeOnEachEngine({ name: 'the log of changes', usually: 'both' }, (server) => {
  test('is kept for five years, and deletions for 400 days', async () => {
    const person = await server().register();
    const old = Array.from({ length: 401 }, (_, row) => ({ farm_id: person.farmId, kind: 'animal', id: `${row}`, revision: 1 }));
    await server().insert('gone', old);
    const { id } = await person.addAnimal({ sex: 'male' });
    await person.call('deleteAnimal', { params: { id } });
    const count = async (table: 'gone' | 'changes') =>
      (await server().db.selectFrom(table).select('id').where('farm_id', '=', person.farmId).execute()).length;
    const left = [];
    for (const days of [399, 401, 5 * 365, 5 * 367]) {
      await purgeOldChanges(server().db, new Date(Date.now() + days * 86_400_000));
      left.push([await count('gone'), await count('changes')]);
    }
    expect(left.map((counts) => counts.join(' '))).toEqual(['1 2', '0 2', '0 2', '0 0']);
  });
});
