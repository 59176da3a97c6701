import type { Selectable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { eventsOfNewAnimal, kindsConcerned, ownEventsOf, type OwnChange, type OwnFields } from '#domain/journal/own-events.ts';
import { asJournalEvent } from '#domain/journal/complete-event.ts';
import { isDeparture, leavingViolation } from '#domain/journal/departures.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import type { Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { readRegional } from '#server/db/regional.ts';
import { Problem } from '#server/problem.ts';
import { changeJournal } from './change-journal.ts';
import { ownDigest, readEventsOfKind, type NewEventRow } from './journal.queries.ts';

type OwnColumns = Pick<
  Selectable<Database['animals']>,
  'status' | 'castrated_on' | 'birth_date' | 'birth_weight_grams' | 'weaning_weight_grams' | 'weaning_age_days'
>;

const ownColumns = [
  'status',
  'castrated_on',
  'birth_date',
  'birth_weight_grams',
  'weaning_weight_grams',
  'weaning_age_days',
] as const satisfies readonly (keyof OwnColumns)[];

/** The fields of an animal that imply events on known days. */
const ownFields = [
  'castratedOn',
  'birthDate',
  'birthWeightGrams',
  'weaningWeightGrams',
  'weaningAgeDays',
] as const satisfies readonly (keyof AnimalRecord)[];

const fieldsOf = (row: OwnColumns): OwnFields => ({
  status: row.status,
  castratedOn: row.castrated_on,
  birthDate: row.birth_date,
  birthWeightGrams: row.birth_weight_grams,
  weaningWeightGrams: row.weaning_weight_grams,
  weaningAgeDays: row.weaning_age_days,
});

export const eventsOfNewAnimals = (
  animals: readonly (OwnColumns & Pick<Selectable<Database['animals']>, 'id' | 'import_id' | 'created_at'>)[],
): NewEventRow[] =>
  animals.flatMap((animal) =>
    eventsOfNewAnimal(fieldsOf(animal)).map((event) =>
      newEvent({ ...event, animalId: animal.id, importId: animal.import_id }, animal.created_at),
    ),
  );

/** Updates an animal for an import or its undo, with the events for its own fields. The day of a sale or death is unknown there. */
export async function updateWithOwnEvents(
  tx: Tx,
  act: Act,
  animalId: string,
  { changed, now }: { readonly changed: Partial<AnimalRecord>; readonly now: string },
  update: () => Promise<void>,
): Promise<void> {
  if (!ownFields.some((field) => Object.hasOwn(changed, field))) return update();
  const before = await readOwnFields(tx, act.farmId, animalId);
  await update();
  const after = await readOwnFields(tx, act.farmId, animalId);
  await recordOwnFields(tx, act, animalId, { before: { ...before, status: after.status }, after, now });
}

const readOwnFields = async (tx: Tx, farmId: FarmId, id: string): Promise<OwnFields> =>
  fieldsOf(
    await tx
      .selectFrom('animals')
      .select(ownColumns)
      .where('farm_id', '=', farmId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

/** An event that was not sent by a client. */
export const newEvent = (event: Omit<NewEventRow, 'id' | 'createDigest' | 'createdAt'>, now: string): NewEventRow => ({
  ...event,
  id: uuidv7(),
  createDigest: ownDigest,
  createdAt: now,
});

interface StoredChange extends Pick<OwnChange, 'before' | 'after'> {
  readonly now: string;
  /** The day on which it was sold or died. */
  readonly day?: string;
  readonly reason?: string | null;
}

/** Records the events that follow from a change of an animal's own fields. The animal's columns are already stored. */
export async function recordOwnFields(
  tx: Tx,
  act: Act,
  animalId: string,
  { before, after, now, day = now.slice(0, 10), reason = null }: StoredChange,
): Promise<void> {
  const change = { before, after, day, reason };
  const kinds = kindsConcerned(change);
  const stored = kinds.length === 0 ? [] : await readEventsOfKind(tx, act.farmId, animalId, kinds);
  const { added, replaced } = ownEventsOf(change, stored);
  if (replaced.length + added.length === 0) return;
  const add = added.map((event) => newEvent({ ...event, animalId }, now));
  const others = stored.filter((event) => !replaced.includes(event)).filter(isDeparture);
  for (const event of add.map(asJournalEvent).filter(isDeparture)) {
    const { dateFormat } = await readRegional(tx, act.farmId);
    const message = leavingViolation(event, { tagNumber: 'It', status: 'active' }, { recorded: others }, dateFormat);
    if (message !== undefined) throw Problem.field('day', message);
  }
  await changeJournal(tx, act, now, { add, void: replaced });
}
