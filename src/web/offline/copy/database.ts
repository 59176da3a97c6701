import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { CurrentUser } from '#contract/accounts.ts';
import type { CollectionName } from '#contract/changes.ts';
import type { StoredFarm } from '#web/lib/session/stored-farm.ts';
import { waitingPhotoUrl } from '#web/lib/server/waiting-photo.ts';
import type { StoredOperation } from '../queue/operation.ts';

/** How far a farm's copy reaches. */
export interface Cursor {
  readonly epoch: string;
  /** The `since` parameter of the next request or, while the lists are read, the place in them. */
  readonly since: string;
  /** Whether the copy is complete up to `since`; false until the first fill has ended. */
  readonly isComplete: boolean;
  /** The `copyForm` of the version that stored it. The first versions stored none. */
  readonly form?: string;
}

/** `applied`: kept until the copy includes its effects. `refused` and `clash`: waiting for the person's decision. */
export type QueuedOperation = Omit<StoredOperation, 'state'> & {
  readonly state: StoredOperation['state'] | 'applied';
  /** For an applied operation: the farm's revision that includes its rows. */
  readonly revision?: number;
};

/** The operation as it is shown: an applied one counts as waiting until the copy includes its effects. */
export function asStored({ state, revision: _revision, ...operation }: QueuedOperation): StoredOperation {
  return { ...operation, state: state === 'applied' ? 'waiting' : state };
}

/** An operation that the server has applied. It is sent again if the server is restored from a backup. */
export interface Receipt {
  readonly id: string;
  readonly at: string;
  readonly operation: QueuedOperation;
}

export interface FarmSchema extends DBSchema {
  cursor: { key: 'cursor'; value: Cursor };
  user: { key: 'user'; value: CurrentUser };
  /** Rows are stored in chunks: 50,000 single rows take ten seconds to write and five times as long to read (decision 37). */
  rows: { key: [CollectionName, number]; value: readonly object[] };
  operations: { key: number; value: QueuedOperation };
  receipts: { key: string; value: Receipt };
  /** Photos, by the ids that operations use. */
  photos: { key: string; value: Blob };
}

export type FarmDatabase = IDBPDatabase<FarmSchema>;

const nameOf = ({ userId, farmId }: StoredFarm): string => `farm ${farmId} of ${userId}`;

/** One database per person and farm, so that nobody sees what another person has stored. */
export const openFarmDatabase = (farm: StoredFarm): Promise<FarmDatabase> =>
  openDB<FarmSchema>(nameOf(farm), 1, {
    upgrade: (db) => {
      for (const name of ['cursor', 'user', 'rows', 'photos'] as const) db.createObjectStore(name);
      db.createObjectStore('operations', { keyPath: 'seq', autoIncrement: true });
      db.createObjectStore('receipts', { keyPath: 'id' });
    },
  });

/** Everything of a farm except unsent operations. */
export async function deleteRows(db: FarmDatabase): Promise<void> {
  const names = ['cursor', 'user', 'rows', 'receipts'] as const;
  const tx = db.transaction(names, 'readwrite', { durability: 'strict' });
  await Promise.all([...names.map((name) => tx.objectStore(name).clear()), tx.done]);
}

export const deleteFarmDatabase = (farm: StoredFarm): Promise<void> => deleteDB(nameOf(farm));

/** Leaves out what should not be on a lost phone: addresses are read from the server (decision 37). */
export async function storeUser(db: FarmDatabase, user: CurrentUser): Promise<void> {
  await db.put('user', { ...user, email: '', phone: null, address: null, profileVersion: '' }, 'user');
}

/** Resolves with the address of the photo when the browser has committed it to its disk. */
export async function storePhoto(db: FarmDatabase, photo: Blob): Promise<string> {
  const id = crypto.randomUUID();
  const tx = db.transaction('photos', 'readwrite', { durability: 'strict' });
  await Promise.all([tx.store.put(photo, id), tx.done]);
  return waitingPhotoUrl(id);
}
