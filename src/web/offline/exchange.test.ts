import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Changes } from '#contract/changes.ts';
import { copyForm } from './copy-form.ts';
import { openFarmDatabase } from './database.ts';
import { Exchange } from './exchange.ts';
import { collectionNames } from './farm-rows.ts';
import { Outbox } from './outbox.ts';
import { RowStore } from './row-store.ts';
import type { ServerConnection } from './server-connection.ts';

const empty = Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as Changes;
const page = (change: object): Changes => ({ ...empty, epoch: 'e', to: 1, more: false, gone: [], ...change });

test('a copy of an older form is filled anew, and is shown until the new one is whole', async () => {
  const db = await openFarmDatabase({ userId: 'u', farmId: 'older' });
  const store = await RowStore.load(db);
  await store.apply(page({ animals: [{ id: 'a1' }, { id: 'a2' }] }), undefined, { epoch: 'e', since: '7', isComplete: true });
  const pages = [
    page({ animals: [{ id: 'a2', added: 'field' }], to: '8_animal_1', more: true }),
    page({ worklists: [{ id: 'w1' }], to: 8 }),
  ];
  let isBroken = true;
  const connection = {
    readChanges: ({ since }: { since?: string }) => {
      if (since === undefined) return Promise.resolve(pages[0]);
      if (since === '8_animal_1') return isBroken ? Promise.reject(new TypeError('The line broke')) : Promise.resolve(pages[1]);
      expect(since).toBe('8');
      return Promise.resolve(undefined);
    },
  } as unknown as ServerConnection;
  const outbox = await Outbox.load(db);
  const nothing = () => undefined;
  const exchange = new Exchange({
    store,
    outbox,
    connection,
    isOfForm: () => false,
    isAwaited: () => false,
    onSending: nothing,
    onResults: nothing,
    onRows: nothing,
  });

  await expect(exchange.run()).rejects.toThrow('The line broke');
  expect([...store.rows.animals.keys(), store.isComplete]).toEqual(['a1', 'a2', true]);

  isBroken = false;
  await exchange.run();
  const stored = await RowStore.load(db);
  expect([...stored.rows.animals.values()]).toEqual([{ id: 'a2', added: 'field' }]);
  expect([...stored.rows.worklists.keys(), stored.isComplete]).toEqual(['w1', true]);
  expect(stored.cursor).toMatchObject({ since: '8', form: copyForm });
});
