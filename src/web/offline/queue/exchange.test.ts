import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Changes } from '#contract/changes.ts';
import { copyForm } from '../copy/copy-form.ts';
import { openFarmDatabase } from '../copy/database.ts';
import { Exchange } from './exchange.ts';
import { collectionNames } from '../copy/farm-rows.ts';
import { Outbox } from './outbox.ts';
import { RowStore } from '../copy/row-store.ts';
import type { ServerConnection } from './server-connection.ts';

const empty = Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as Changes;
const page = (change: object): Changes => ({ ...empty, epoch: 'e', to: 1, more: false, gone: [], ...change });

test('a copy of an older form is filled anew, and is shown until the new one is whole', async () => {
  const db = await openFarmDatabase({ userId: 'u', farmId: 'older' });
  const store = await RowStore.load(db);
  await store.apply(page({ animals: [{ id: 'a1' }, { id: 'a2' }] }), undefined, { epoch: 'e', since: '7', isComplete: true });
  const lists: Record<string, object[]> = { listAnimals: [{ id: 'a2', added: 'field' }], listWorklists: [{ id: 'w1' }] };
  let isBroken = true;
  const readList = async (call: string, { cursor }: { cursor?: string }) => {
    if (cursor !== undefined && isBroken) throw new TypeError('The line broke');
    const [items, nextCursor] = call === 'listAnimals' && cursor === undefined ? [[], 'a'] : [lists[call] ?? [], undefined];
    return { items, nextCursor, farm: { epoch: 'e', revision: cursor === undefined ? 7 : 9 } };
  };
  const readChanges = async ({ since }: { since: string }) => {
    expect(['7', '8']).toContain(since);
    return since === '7' ? page({ animals: [{ id: 'a3' }], to: 8 }) : undefined;
  };
  const connection = { readList, readChanges } as unknown as ServerConnection;
  const nothing = () => undefined;
  const calls = { isOfForm: () => false, isAwaited: () => false, onSending: nothing, onResults: nothing, onRows: nothing };
  const exchange = new Exchange({ store, outbox: await Outbox.load(db), connection, ...calls });

  await expect(exchange.run()).rejects.toThrow('The line broke');
  expect([...store.rows.animals.keys(), store.isComplete]).toEqual(['a1', 'a2', true]);

  isBroken = false;
  await exchange.run();
  const stored = await RowStore.load(db);
  expect([...stored.rows.animals.values()]).toEqual([{ id: 'a2', added: 'field' }, { id: 'a3' }]);
  expect([...stored.rows.worklists.keys(), stored.isComplete]).toEqual(['w1', true]);
  expect(stored.cursor).toMatchObject({ since: '8', form: copyForm });
});
