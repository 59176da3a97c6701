import type { Selectable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { weighingsOfAnimal } from '#domain/journal/weighings.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import type { Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Database } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { changeJournal } from './change-journal.ts';
import { ownDigest, readEventsOfKind, type NewEvent } from './journal.queries.ts';

type OwnFields = Pick<
  AnimalRecord,
  'status' | 'castratedOn' | 'birthDate' | 'birthWeightGrams' | 'weaningWeightGrams' | 'weaningAgeDays'
>;

/** What the fields of an animal say happened, by what makes it unique. */
type OwnEvents = ReadonlyMap<string, Pick<NewEvent, 'kind' | 'day' | 'detail'>>;

function ownEvents(fields: OwnFields): OwnEvents {
  const events = new Map<string, Pick<NewEvent, 'kind' | 'day' | 'detail'>>();
  for (const { day, ...detail } of weighingsOfAnimal(fields)) {
    events.set(`weighing ${detail.occasion}`, { kind: 'weighing', day, detail });
  }
  if (fields.castratedOn !== null) events.set('castration', { kind: 'castration', day: fields.castratedOn, detail: {} });
  return events;
}

/** Which field of its animal an event stands for, if it is a weighing at birth or weaning or a castration. */
export const ownFieldOf = (event: JournalEvent): string =>
  event.kind === 'weighing' && event.occasion !== null ? `weighing ${event.occasion}` : event.kind;

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

/** The fields of an animal that say what happened to it on a known day. */
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

/** The events for the fields of new animals. That one was sold or has died is no event, since its day is unknown. */
export const eventsOfNewAnimals = (
  animals: readonly (OwnColumns & Pick<Selectable<Database['animals']>, 'id' | 'import_id' | 'created_at'>)[],
): NewEvent[] =>
  animals.flatMap((animal) =>
    [...ownEvents(fieldsOf(animal)).values()].map((event) =>
      newEvent({ ...event, animalId: animal.id, importId: animal.import_id }, animal.created_at),
    ),
  );

/** Updates an animal for an import or its undoing, with the events that stand for its own fields. The day of a sale or death is not known there. */
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

/** An event that no request names. */
export const newEvent = (event: Omit<NewEvent, 'id' | 'createDigest' | 'createdAt'>, now: string): NewEvent => ({
  ...event,
  id: uuidv7(),
  createDigest: ownDigest,
  createdAt: now,
});

interface OwnChange {
  readonly before: OwnFields;
  readonly after: OwnFields;
  readonly now: string;
  /** On which it was sold or has died. */
  readonly day?: string;
  readonly reason?: string | null;
}

/**
 * Records what a change of an animal's own fields says: the weights at birth and weaning, the day of castration, and that it was sold, has died
 * or is back. The columns of the animal are already stored.
 */
export async function recordOwnFields(
  tx: Tx,
  act: Act,
  animalId: string,
  { before, after, now, day = now.slice(0, 10), reason = null }: OwnChange,
): Promise<void> {
  const [had, has] = [ownEvents(before), ownEvents(after)];
  const changed = [...new Set([...had.keys(), ...has.keys()])].filter(
    (key) => JSON.stringify(had.get(key)) !== JSON.stringify(has.get(key)),
  );
  const isGone = before.status !== 'active' && after.status === 'active';
  const kinds = [...new Set(changed.map((key) => key.split(' ')[0] as 'weighing' | 'castration'))];
  const wanted = [...kinds, ...(isGone ? leavingKinds : [])];
  const stored = wanted.length === 0 ? [] : await readEventsOfKind(tx, act.farmId, [animalId], wanted);
  const replaced = stored.filter((event) => changed.includes(ownFieldOf(event)) || (isGone && isLeaving(event)));
  const lastOf = (key: string): string | null => stored.findLast((event) => ownFieldOf(event) === key)?.id ?? null;
  const added = changed.flatMap((key) => {
    const event = has.get(key);
    return event ? newEvent({ ...event, animalId, replacesId: lastOf(key) }, now) : [];
  });
  const left = before.status === after.status ? [] : leavingEvents(animalId, after.status, { now, day, reason });
  if (replaced.length + added.length + left.length === 0) return;
  await changeJournal(tx, act, now, { add: [...added, ...left], void: replaced });
}

const leavingKinds = ['sale', 'death', 'slaughter', 'loan'] as const;
const isLeaving = ({ kind }: JournalEvent): boolean => (leavingKinds as readonly string[]).includes(kind);

/** A quick mark asks nothing; details can be added later. */
function leavingEvents(
  animalId: string,
  status: AnimalRecord['status'],
  { now, day, reason }: { readonly now: string; readonly day: string; readonly reason: string | null },
): NewEvent[] {
  if (status === 'active') return [];
  const event =
    status === 'sold'
      ? { kind: 'sale' as const, detail: reason === null ? {} : { reason } }
      : { kind: 'death' as const, detail: { cause: 'unknown' } };
  return [newEvent({ ...event, animalId, day }, now)];
}
