import type { FarmAct } from '#contract/acts.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { maxCountedChanges } from '#domain/journal/acts.ts';
import { changeTypeOf } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findEvents } from '#server/events/events.queries.ts';
import { countChanges, readMatings, readTagged, type LoggedChange } from './acts.queries.ts';
import { valuesBefore } from './undo.ts';

interface AnimalNames {
  readonly animalId?: unknown;
  readonly motherId?: unknown;
  readonly fatherId?: unknown;
}

/** The changes of acts, with their events and animals. */
export async function describeChanges(
  db: Db | Tx,
  farmId: FarmId,
  acts: readonly { readonly revision: number; readonly changes: readonly LoggedChange[] }[],
): Promise<Pick<FarmAct, 'counts' | 'changes' | 'events'>[]> {
  const idsOf = (wanted: string): string[] => [
    ...new Set(acts.flatMap(({ changes }) => changes.flatMap(({ kind, id }) => (kind === wanted ? id : [])))),
  ];
  const events = await findEvents(db, farmId, idsOf('event'));
  const named: (AnimalNames & { readonly id: string })[] = [
    ...(await readMatings(db, farmId, idsOf('breedingRecord'))),
    ...(await readTagged(db, farmId, idsOf('animalTag'))),
  ];
  const records = new Map(named.map((record) => [record.id, record]));
  const counts = await countChanges(
    db,
    farmId,
    acts.map(({ revision }) => revision),
    maxCountedChanges,
  );
  const animalIdsOf = (change: LoggedChange): string[] => {
    if (change.kind === 'animal') return [change.id];
    const record: AnimalNames = { ...valuesBefore(change), ...events.get(change.id), ...records.get(change.id) };
    return [record.animalId, record.motherId, record.fatherId].filter((id) => typeof id === 'string');
  };
  return acts.map(({ revision, changes }) => ({
    counts: counts.get(revision) ?? {},
    changes: changes.map((change) => ({ ...change, change: changeTypeOf(change.fields), animalIds: animalIdsOf(change) })),
    events: changes.flatMap(({ kind, id }): RecordedEvent[] => (kind === 'event' ? [events.get(id) ?? []].flat() : [])),
  }));
}
