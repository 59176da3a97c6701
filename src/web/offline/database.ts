import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { CurrentUser } from '#contract/accounts.ts';
import type { CollectionName } from '#contract/changes.ts';
import type { StoredFarm } from '#web/lib/stored-farm.ts';
import { waitingPhotoUrl } from '#web/lib/waiting-photo.ts';
import type { StoredOperation } from './operation.ts';

/** Where the copy of a farm ends. */
export interface Cursor {
  readonly epoch: string;
  /** `since` of the next request. */
  readonly since: string;
  /** Whether everything up to `since` is in the copy. It is not before the first fill has ended. */
  readonly isComplete: boolean;
  /** `copyForm` of the version that stored it; the first versions stored none. */
  readonly form?: string;
}

/**
 * `applied` by the server: it stays until the copy has what follows from it. `refused` and `clash` wait for a decision of the person.
 */
export type QueuedOperation = Omit<StoredOperation, 'state'> & {
  readonly state: StoredOperation['state'] | 'applied';
  /** Of an applied one: the revision of the farm in which its rows are. */
  readonly revision?: number;
};

/** As the copy shows it until it has what follows from it. */
export function asStored({ state, revision: _revision, ...operation }: QueuedOperation): StoredOperation {
  return { ...operation, state: state === 'applied' ? 'waiting' : state };
}

/** An operation that the server has applied. It is sent again when a backup of the server is restored. */
export interface Receipt {
  readonly id: string;
  readonly at: string;
  readonly operation: QueuedOperation;
}

export interface FarmSchema extends DBSchema {
  cursor: { key: 'cursor'; value: Cursor };
  user: { key: 'user'; value: CurrentUser };
  /** Rows in chunks: 50,000 rows of their own take ten seconds to write and five times as long to read (decision 37). */
  rows: { key: [CollectionName, number]; value: readonly object[] };
  operations: { key: number; value: QueuedOperation };
  receipts: { key: string; value: Receipt };
  /** Photos by the ids in the operations that name them. */
  photos: { key: string; value: Blob };
}

export type FarmDatabase = IDBPDatabase<FarmSchema>;

const nameOf = ({ userId, farmId }: StoredFarm): string => `farm ${farmId} of ${userId}`;

/** One database for each person and farm, so that nobody finds what another person has stored. */
export const openFarmDatabase = (farm: StoredFarm): Promise<FarmDatabase> =>
  openDB<FarmSchema>(nameOf(farm), 1, {
    upgrade: (db) => {
      for (const name of ['cursor', 'user', 'rows', 'photos'] as const) db.createObjectStore(name);
      db.createObjectStore('operations', { keyPath: 'seq', autoIncrement: true });
      db.createObjectStore('receipts', { keyPath: 'id' });
    },
  });

/** All of a farm but what waits to be sent. */
export async function deleteRows(db: FarmDatabase): Promise<void> {
  const names = ['cursor', 'user', 'rows', 'receipts'] as const;
  const tx = db.transaction(names, 'readwrite', { durability: 'strict' });
  await Promise.all([...names.map((name) => tx.objectStore(name).clear()), tx.done]);
}

export const deleteFarmDatabase = (farm: StoredFarm): Promise<void> => deleteDB(nameOf(farm));

/** Without what is nobody's business on a phone that is found: addresses are asked of the server (decision 37). */
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
