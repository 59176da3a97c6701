import { setImmediate } from 'node:timers/promises';
import type { HistoryAuthor } from '#contract/acts.ts';
import type { HistoryAct, HistoryQuery } from '#contract/history.ts';
import { shownInHistory } from '#contract/history.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { isShown } from '#domain/records/by-kind.ts';
import { eventKinds, type JournalEvent } from '#domain/records/events.ts';
import { changeTypeOf } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { toDetail } from '#server/journal/journal.queries.ts';
import { Problem } from '#server/problem.ts';
import { fittingInPage, listFirstChanges, readActs, type LoggedAct, type LoggedAt, type LoggedChange } from './acts.queries.ts';
import { describeChanges } from './describe-changes.ts';
import {
  findActs,
  findActsOfAnimal,
  type FoundActs,
  type HistoryCursor,
  type HistoryPage,
  listFirstChangesOf,
  listMembersEver,
  readNamesOf,
} from './history.queries.ts';
import { valuesBefore } from './undo.ts';

interface HistoryAnswer {
  readonly acts: HistoryAct[];
  readonly next: string | undefined;
}

const newest: HistoryCursor = { revision: 1e15, n: 0 };

/** Enough to search a quarter of a million changes in one request. */
const maxSteps = 50;

export async function readHistory(
  db: Db,
  farmId: FarmId,
  { by, kind, animalId, since, until, limit, cursor }: HistoryQuery,
): Promise<HistoryAnswer> {
  const filter = { by, kind, ...(since !== undefined && { from: Date.parse(since) }) };
  const before = parseCursor(cursor) ?? (until === undefined ? newest : { revision: Date.parse(until), n: 0 });
  const page = { filter, before, limit };
  if (animalId !== undefined) return readPageOfAnimal(db, farmId, animalId, page);
  const found = await findInSteps(db, farmId, page);
  const changes = await listFirstChanges(db, farmId, found.revisions, { kind, most: shownInHistory });
  return describePage(db, farmId, found, changes);
}

export async function readAnimalHistory(
  db: Db,
  farmId: FarmId,
  animalId: string,
  { limit, cursor }: Pick<HistoryQuery, 'limit' | 'cursor'>,
): Promise<HistoryAnswer> {
  const [animal] = await readNamesOf(db, farmId, [animalId]);
  if (!animal || animal.isDeleted) throw new Problem('animals.not_found');
  return readPageOfAnimal(db, farmId, animalId, { filter: {}, before: parseCursor(cursor) ?? newest, limit });
}

export async function listAuthors(db: Db, farmId: FarmId): Promise<HistoryAuthor[]> {
  const people = await listMembersEver(db, farmId);
  return people.map(({ id, username, ownerName }) => ({ kind: 'person', id, name: ownerName ?? username }));
}

async function findInSteps(db: Db, farmId: FarmId, { filter, before, limit }: HistoryPage): Promise<FoundActs> {
  const revisions: number[] = [];
  let next: HistoryCursor | undefined = before;
  for (let step = 0; step < maxSteps && next && revisions.length < limit; step += 1) {
    if (step > 0) await setImmediate();
    const found: FoundActs = await findActs(db, farmId, { filter, before: next, limit: limit - revisions.length });
    // The changes of an act may span several steps.
    for (const revision of found.revisions) if (revision !== revisions.at(-1)) revisions.push(revision);
    next = found.next;
  }
  return { revisions, next };
}

async function readPageOfAnimal(db: Db, farmId: FarmId, animalId: string, page: HistoryPage): Promise<HistoryAnswer> {
  const found = await findActsOfAnimal(db, farmId, animalId, page);
  await setImmediate();
  const first = { kind: page.filter.kind, most: shownInHistory };
  const changes = await listFirstChangesOf(db, farmId, animalId, found.revisions, first);
  return describePage(db, farmId, found, changes);
}

function parseCursor(cursor: string | undefined): HistoryCursor | undefined {
  const [revision, n] = (cursor ?? '').split('_').map(Number);
  return cursor === undefined || revision === undefined || n === undefined ? undefined : { revision, n };
}

async function describePage(db: Db, farmId: FarmId, found: FoundActs, changes: readonly LoggedAt[]): Promise<HistoryAnswer> {
  const fitting = fittingInPage(changes);
  const next = fitting === changes ? found.next : { revision: fitting.at(-1)?.revision ?? 0, n: 0 };
  await setImmediate();
  const acts = await readActs(db, farmId, fitting);
  return { acts: await describeActs(db, farmId, acts), next: next && `${next.revision}_${next.n}` };
}

async function describeActs(db: Db, farmId: FarmId, logged: readonly LoggedAct[]): Promise<HistoryAct[]> {
  const described = await describeChanges(db, farmId, logged);
  const animalIds = new Set(described.flatMap(({ changes }) => changes.flatMap((change) => change.animalIds)));
  const animals = new Map((await readNamesOf(db, farmId, [...animalIds])).map((animal) => [animal.id, animal]));
  return logged.map(({ changes: stored, ...act }, index): HistoryAct => {
    const { counts = {}, changes = [], events = [] } = described[index] ?? {};
    const about = new Set(changes.flatMap((change) => change.animalIds));
    const known = new Set(events.map(({ id }) => id));
    return {
      ...act,
      counts,
      changes: changes.map((change) => ({ ...change, fields: toldFields(change) })),
      events: [...events, ...stored.flatMap((change) => (known.has(change.id) ? [] : deletedEvent(change)))],
      animals: [...about].flatMap((id) => animals.get(id) ?? []),
    };
  });
}

function toldFields({ kind, fields }: LoggedChange): LoggedChange['fields'] {
  return fields && Object.fromEntries(Object.entries(fields).filter(([name]) => isShown(kind, name)));
}

/** Events that were deleted with their animal or with an import are reconstructed from the log. */
function deletedEvent(change: LoggedChange): RecordedEvent[] {
  if (change.kind !== 'event' || changeTypeOf(change.fields) !== 'deleted') return [];
  const { kind, detail, createDigest: _, byUser: _by, ...values } = valuesBefore(change) as Readonly<Record<string, string>>;
  if (kind === undefined || !Object.hasOwn(eventKinds, kind) || detail === undefined) return [];
  const unset = { time: null, note: null, responsible: null, worklistId: null, replacesId: null, voidedAt: null };
  const event = { ...unset, voidReason: null, version: 1, ...values, kind, id: change.id, by: null, voidedBy: null };
  return [{ ...toDetail(kind as JournalEvent['kind'], detail), ...event } as unknown as RecordedEvent];
}
