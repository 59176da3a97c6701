import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { created, logChanges, purgeOldChanges } from './changes.ts';
import { inFarmTransaction } from './transaction.ts';

describeOnEachEngine({ name: 'the log of changes', usually: 'both' }, (server) => {
  test('numbers the changes of a transaction one after another, over several calls', async () => {
    const { farmId } = await server().register();
    const act = { farmId, by: { job: 'a job' }, call: 'aCall' };
    const ids = Array.from({ length: 450 }, (_, index) => `id ${index}`);
    for (let transaction = 0; transaction < 2; transaction += 1) {
      await inFarmTransaction(server().db, farmId, async (tx) => {
        for (const part of [[], ids.slice(0, 410), ids.slice(410)]) {
          const changes = part.map((id) => created('animal', id));
          await logChanges(tx, act, server().clock.now(), changes);
        }
      });
    }
    const log = server().db.selectFrom('changes').select(['n', 'id']).where('farm_id', '=', farmId);
    const rows = await log.orderBy('revision').orderBy('n').execute();
    const expected = ids.map((id, index) => ({ n: index + 1, id }));
    expect(rows).toEqual([...expected, ...expected]);
  });

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
