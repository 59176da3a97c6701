import type { CalendarDate } from '#domain/values/dates.ts';
import { dewormingRecord, type DewormingRecord } from '#domain/journal/deworming-record.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { journalColumns, toJournalEvent } from '#server/journal/journal.queries.ts';

interface Subject {
  readonly id: string;
  readonly birthDate: CalendarDate | null;
  readonly recordedSince: CalendarDate;
}

/** Enough for a few years, which is all that the fact needs. */
const maxEvents = 1000;

export async function readDewormings(db: Db, farmId: FarmId, { id, ...animal }: Subject): Promise<DewormingRecord | null> {
  const rows = await db
    .selectFrom('events')
    .select(journalColumns)
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', id)
    .where('kind', 'in', ['scores', 'treatment', 'checkup'])
    .where('voided_at', 'is', null)
    .orderBy('day', 'desc')
    .limit(maxEvents)
    .execute();
  const products = await db.selectFrom('products').select(['id', 'name', 'kind']).where('farm_id', '=', farmId).execute();
  const events = rows.map(toJournalEvent);
  return dewormingRecord({
    treatments: events.filter((event) => event.kind === 'treatment'),
    checkups: events.filter((event) => event.kind === 'checkup'),
    scores: events.filter((event) => event.kind === 'scores'),
    products,
    ...animal,
  });
}
