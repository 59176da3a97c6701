import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { created, logChanges, purgeOldChanges } from './changes.ts';
import { inFarmTransaction } from './transaction.ts';

describeOnEachEngine({ name: 'the log of changes', usually: 'both' }, (server) => {
  const logOf = (farmId: string) =>
    server().db.selectFrom('changes').selectAll().where('farm_id', '=', farmId).orderBy('revision').orderBy('n').execute();

  test('numbers the changes of a transaction consecutively over several calls', async () => {
    const { farmId } = await server().register();
    const act = { farmId, by: { job: 'a job' }, call: 'aCall' };
    const ids = Array.from({ length: 450 }, (_, index) => `id ${index}`);
    for (let transaction = 0; transaction < 2; transaction += 1) {
      await inFarmTransaction(server().db, farmId, async (tx) => {
        await logChanges(tx, act, server().clock.now(), []);
        await logChanges(
          tx,
          act,
          server().clock.now(),
          ids.slice(0, 410).map((id) => created('animal', id)),
        );
        await logChanges(
          tx,
          act,
          server().clock.now(),
          ids.slice(410).map((id) => created('animal', id)),
        );
      });
    }
    const log = await logOf(farmId);
    const [revision] = [...new Set(log.map((row) => row.revision))];
    const first = log.filter((row) => row.revision === revision);
    expect(log).toHaveLength(900);
    expect(first.map(({ n, id }) => [n, id])).toEqual(ids.map((id, index) => [index + 1, id]));
    expect(first[0]).toMatchObject({ by_user: null, by_key: null, by_job: 'a job', call: 'aCall', kind: 'animal', fields: null });
  });

  test('is kept for five years, and deletions for 400 days', async () => {
    const person = await server().register();
    const other = await server().register();
    for (const { farmId } of [person, other]) {
      for (let row = 0; row < 201; row += 1) {
        await sql`insert into gone (farm_id, kind, id, revision)
                  values (${farmId}, 'animal', ${`${farmId} ${row}`}, 1)`.execute(server().db);
      }
    }
    const { id } = await person.addAnimal({ sex: 'male' });
    await person.call('deleteAnimal', { params: { id } });
    const rows = async () => {
      const gone = await server().db.selectFrom('gone').select('id').where('farm_id', '=', person.farmId).execute();
      return [gone.length, (await logOf(person.farmId)).length];
    };
    const dayMs = 86_400_000;
    const purgeAfter = (days: number) => purgeOldChanges(server().db, new Date(Date.now() + days * dayMs));
    await purgeAfter(399);
    expect(await rows()).toEqual([1, 2]);
    await purgeAfter(401);
    expect(await rows()).toEqual([0, 2]);
    await purgeAfter(5 * 365);
    expect(await rows()).toEqual([0, 2]);
    await purgeAfter(5 * 367);
    expect(await rows()).toEqual([0, 0]);
  });
});
