import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import type { FarmId } from './farm-id.ts';
import { inFarmTransaction, pause, type Tx } from './transaction.ts';

const log: string[] = [];

describeOnEachEngine(
  'writes of a farm that arrive together',
  (server, engine) => {
    const stored = async (farmId: FarmId) =>
      (await server().db.selectFrom('gone').select('id').where('farm_id', '=', farmId).orderBy('id').execute()).map(
        ({ id }) => id,
      );
    const write = (farmId: FarmId, id: string, after: (tx: Tx) => unknown = () => {}) =>
      inFarmTransaction(server().db, farmId, async (tx) => {
        await tx.insertInto('gone').values({ farm_id: farmId, kind: 'animal', id, revision: 1 }).execute();
        await after(tx);
      });
    const refuse = () => {
      throw new Error('refused');
    };

    test('share a commit, and each resolves when it is stored', async () => {
      const { farmId } = await server().register();
      log.length = 0;
      const ids = ['a', 'b', 'c', 'd', 'e'];
      const seen = await Promise.all(ids.map((id) => write(farmId, id).then(() => stored(farmId))));
      for (const [at, id] of ids.entries()) expect(seen[at]).toContain(id);
      if (engine === 'postgres') expect(log.filter((sql) => sql === 'commit').length).toBeLessThan(ids.length);
    });

    test('fail independently, and only the failed one is rolled back', async () => {
      const { farmId } = await server().register();
      const outcomes = await Promise.allSettled([
        write(farmId, 'a', refuse),
        write(farmId, 'b'),
        write(farmId, 'c', refuse),
        write(farmId, 'b'),
        write(farmId, 'd'),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
      expect(await stored(farmId)).toEqual(['b', 'd']);
    });

    if (engine === 'postgres') {
      // Where the first write takes longer than 20 ms, the other one is not among those that share its commit.
      test(
        'do not wait for one among them that takes long, which runs again in a transaction of its own',
        { retry: 3 },
        async () => {
          const { farmId } = await server().register();
          const order: string[] = [];
          const takeLong = async (tx: Tx) => {
            order.push('begins');
            await setTimeout(120);
            await pause(tx);
          };
          await Promise.all([
            write(farmId, 'a').then(() => order.push('short')),
            write(farmId, 'b', takeLong).then(() => order.push('long')),
          ]);
          expect(order).toEqual(['begins', 'short', 'begins', 'long']);
          expect(await stored(farmId)).toEqual(['a', 'b']);
        },
      );
    }
  },
  { log: ({ query }) => log.push(query.sql) },
);
