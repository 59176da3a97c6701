import type { CollectionName } from '#contract/changes.ts';
import type { HealthRecord } from '#contract/health.ts';
import type { FarmRows, RowOf } from '../copy/farm-rows.ts';
import { healthRecordOf } from '../copy/views.ts';

export interface Written {
  readonly before: FarmRows;
  readonly after: FarmRows;
}

interface Added {
  readonly body: { readonly id?: string | undefined };
}

interface Changed {
  readonly params: { readonly id: string };
}

/** The ids of new records are in the operation. */
export const added =
  <K extends CollectionName>(name: K) =>
  ({ after }: Written, { body: { id = '' } }: Added): RowOf<K> | undefined =>
    after[name].get(id);

export const changed =
  <K extends CollectionName>(name: K) =>
  ({ after }: Written, { params: { id } }: Changed): RowOf<K> | undefined =>
    after[name].get(id);

export const deleted =
  (name: CollectionName, what: string) =>
  ({ before }: Written, { params: { id } }: Changed): { message: string } | undefined =>
    before[name].has(id) ? { message: `${what} deleted successfully` } : undefined;

export function healthRecord(event: RowOf<'events'> | undefined): HealthRecord | undefined {
  return event?.kind === 'checkup' ? healthRecordOf(event) : undefined;
}

export function recordedEvents({ after }: Written, ids: readonly string[]): { events: RowOf<'events'>[] } | undefined {
  const events = ids.flatMap((id) => after.events.get(id) ?? []);
  return events.length === ids.length ? { events } : undefined;
}
