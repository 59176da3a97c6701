import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Changes, ChangesQuery, CollectionName } from '#contract/changes.ts';
import { kinds, perList } from '#domain/records/kinds.ts';
import { compareText } from '#domain/values/text.ts';
import { listChangedAnimalTags } from '#server/animal-tags/animal-tags.queries.ts';
import { listChangedAnimals } from '#server/animals/animals.queries.ts';
import { listChangedBreedingRecords } from '#server/breeding/breeding.queries.ts';
import {
  listGone,
  oldestKnownRevision,
  readWritten,
  type ChangedRow,
  type ChangesPage,
  type WrittenFarm,
} from '#server/db/changes.ts';
import { listChangedAnimalStates } from '#server/events/animal-states.service.ts';
import { listChangedEvents } from '#server/events/events.queries.ts';
import { entriesAtOnce, listChangedEntries } from '#server/farm-lists/farm-lists.queries.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmSnapshot, type FarmState, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ensureOwnCopy, type InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';

/** The rows of each collection after a cursor, in the order of revision and id. */
const lists: { readonly [K in CollectionName]: (tx: Tx, farmId: FarmId, page: ChangesPage) => Promise<ChangedRow[]> } = {
  animals: listChangedAnimals,
  animalTags: listChangedAnimalTags,
  breedingRecords: listChangedBreedingRecords,
  events: listChangedEvents,
  animalStates: listChangedAnimalStates,
  ...perList((list) => (tx: Tx, farmId: FarmId, page: ChangesPage) => listChangedEntries(tx, farmId, list, page)),
};

const collections = Object.entries(kinds).map(([kind, { collection: name }]) => ({ kind, list: lists[name], name }));

/** All entries, including deletions, are sorted by revision, kind and id; a cursor is the last entry of a page. */
interface Cursor {
  readonly revision: number;
  readonly kind: string;
  readonly id: string;
}

interface Position {
  readonly after: Cursor;
  /** In a full copy, the farm's revision when it began; deletions up to it do not matter. */
  readonly start: number | undefined;
}

interface Entry extends Cursor {
  readonly collection: CollectionName | 'gone';
  readonly row: object;
  readonly bytes: number;
  /** The last entry that was read of a collection that may have more. */
  readonly isLast: boolean;
}

/** Resolves with undefined if nothing has changed. */
export function readChanges(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  member: Pick<InFarm, 'farmId' | 'by'>,
  { since, epoch, limit, ...copied }: z.output<typeof ChangesQuery>,
): Promise<Changes | undefined> {
  const { farmId } = member;
  ensureOwnCopy(member, copied);
  const reached = since === undefined || since === '0' ? undefined : parsePosition(since);
  const readFarm = (tx: Tx) => readWritten(tx, farmId, reached?.after.revision ?? 0);
  return inFarmSnapshot(db, farmId, readFarm, async (tx, farm) => {
    if (reached) ensureKnown(reached, epoch, farm, now());
    if (since === String(farm.revision)) return undefined;
    const position = reached ?? { after: endOf(0), start: farm.revision };
    const entries = await listEntries(tx, farmId, farm, { ...position, limit: limit + 1 });
    const page = entries.slice(0, lengthOfPage(entries, limit));
    const more = page.length < entries.length;
    return {
      epoch: farm.epoch,
      to: more ? cursorAfter(entries, page.length, position) : farm.revision,
      more,
      ...(Object.fromEntries(
        [...collections.map(({ name }) => name), 'gone'].map((name) => [
          name,
          page.flatMap(({ collection, row }) => (collection === name ? row : [])),
        ]),
      ) as Pick<Changes, CollectionName | 'gone'>),
    };
  });
}

/** The position after all rows of a revision: `~` sorts after every kind. */
const endOf = (revision: number): Cursor => ({ revision, kind: '~', id: '' });

/** The contract has validated the format. */
function parsePosition(since: string): Position {
  const [revision, kind, id = '', start] = since.split('_');
  const after = kind === undefined ? endOf(Number(revision)) : { revision: Number(revision), kind, id };
  return { after, start: start === undefined ? undefined : Number(start) };
}

/** Throws if the changes since the position are not known, so that the browser starts a new copy. */
function ensureKnown({ after, start }: Position, epoch: string | undefined, farm: FarmState, now: Date): void {
  const known = start ?? after.revision;
  const isForgotten = known !== farm.revision && known < oldestKnownRevision(now);
  if (epoch !== farm.epoch || Math.max(known, after.revision) > farm.revision || isForgotten) throw new Problem('sync.reset');
}

/** Rows of 8 to 200 kB are possible. */
const maxPageBytes = 2 * 1024 * 1024;
const maxCollectionBytes = maxPageBytes / 2;

/** As many rows as are read in some milliseconds, however large they are. */
const rowsAtOnce: Readonly<Partial<Record<CollectionName, number>>> = {
  events: 200,
  animals: 100,
  animalStates: 200,
  ...entriesAtOnce,
};

/** Lists the entries of each collection up to the limit, or until they have enough bytes; later entries may be incomplete. */
async function listEntries(
  tx: Tx,
  farmId: FarmId,
  { written }: WrittenFarm,
  { after, start, limit }: Position & { readonly limit: number },
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { name, kind, list } of collections) {
    if (!written.has(kind)) continue;
    const rows = await readSome((from, most) => list(tx, farmId, { ...from, limit: most }), {
      after: cursorIn(kind, after),
      limit,
      atOnce: rowsAtOnce[name] ?? 500,
    });
    for (const row of rows) entries.push({ ...row, kind, collection: name });
  }
  const afterGone = start !== undefined && start > after.revision ? endOf(start) : after;
  const gone = written.has('gone') ? await listGone(tx, { farmId, ...afterGone, limit }) : [];
  for (const { revision, kind, id } of gone) {
    entries.push({ revision, kind, id, collection: 'gone', row: { kind, id }, bytes: 100, isLast: false });
  }
  return entries.toSorted(compareCursors);
}

type Place = Pick<Cursor, 'revision' | 'id'>;
type ReadRows = (after: Place, limit: number) => Promise<ChangedRow[]>;
type ReadEntry = Omit<Entry, 'kind' | 'collection'>;

interface Reading {
  readonly after: Place;
  readonly limit: number;
  readonly atOnce: number;
}

async function readSome(read: ReadRows, { after, limit, atOnce }: Reading): Promise<ReadEntry[]> {
  const found: ReadEntry[] = [];
  let [place, total] = [after, 0];
  for (;;) {
    await setImmediate();
    const most = Math.min(limit - found.length, atOnce);
    const rows = await read(place, most);
    for (const row of rows) {
      const { revision, id } = row;
      const bytes = JSON.stringify(row).length;
      found.push({ revision, id, row, bytes, isLast: false });
      total += bytes;
      place = { revision, id };
    }
    if (rows.length < most || found.length === limit) return found;
    if (total > maxCollectionBytes) return found.map((entry, index) => ({ ...entry, isLast: index === found.length - 1 }));
  }
}

/** The page ends at the limit, with enough bytes, or before the last entry of a collection of which there may be more. */
function lengthOfPage(entries: readonly Entry[], limit: number): number {
  let bytes = 0;
  const end = entries.findIndex((entry, index) => {
    bytes += entry.bytes;
    return index === limit || entry.isLast || (index > 0 && bytes > maxPageBytes);
  });
  return end === -1 ? entries.length : end;
}

const compareCursors = (a: Cursor, b: Cursor): number =>
  a.revision - b.revision || compareText(a.kind, b.kind) || compareText(a.id, b.id);

/** The cursor for the rows of one kind. */
function cursorIn(kind: string, { revision, kind: afterKind, id }: Cursor): { revision: number; id: string } {
  if (kind === afterKind) return { revision, id };
  return kind > afterKind ? { revision, id: '' } : { revision: revision + 1, id: '' };
}

function cursorAfter(entries: readonly Entry[], count: number, { start }: Position): number | string {
  const [last, next] = [entries[count - 1], entries[count]];
  if (!last || !next) throw new Error('There is no next page');
  if (start === undefined && next.revision > last.revision) return last.revision;
  return [last.revision, last.kind, last.id, ...(start === undefined ? [] : [start])].join('_');
}
