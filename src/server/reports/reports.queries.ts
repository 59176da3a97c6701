import { setImmediate } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { animalTagKinds, animalTagText, type AnimalTagKind } from '#domain/records/animal-tags.ts';
import { isNotLookedAt } from '#domain/records/animals.ts';
import { earliestBirth, isWether } from '#domain/records/births.ts';
import { type MatingState, pregnancyFinder, stateOfMating } from '#domain/breeding/matings.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import { animalFields } from '#domain/records/animal.ts';
import { breedingFields } from '#domain/records/breeding-record.ts';
import type { EventDetail, EventKind, EventOf } from '#domain/records/events.ts';
import type { ImportedList } from '#domain/imports/lists.ts';
import type { HealthRecordFields } from '#domain/records/health-record.ts';
import type { Grams } from '#domain/values/units.ts';
import { toIds } from '#domain/values/to-ids.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches, pageBy } from '#server/db/in-batches.ts';
import { asFields, fieldsOf, qualifiedAliasesOf } from '#server/db/record-columns.ts';
import { idsPerQuery, slicesOf } from '#server/db/slices.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { entryBatches, type Entries } from '#server/farm-lists/farm-lists.queries.ts';
import { completeStates } from '#server/journal/animal-states.ts';
import { toHealthRecord } from '#server/journal/checkups.ts';
import { toDetail, toJournalEvent } from '#server/journal/journal.queries.ts';
import { readStates } from '#server/journal/states.queries.ts';
import { readExpected } from '#server/reminders/farm-sources.ts';

const { motherId: _mother, fatherId: _father, imageUrl: _image, isReference: _isReference, ...exportedOfAnimal } = animalFields;

export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

const isWithin = ({ from, to }: DayRange, day: string): boolean => (from === null || day >= from) && (to === null || day <= to);

export const animalBatches = (db: Db, farmId: FarmId, { to }: DayRange) =>
  filterBatches(
    allAnimals(db, farmId),
    (animal) => to === null || (earliestBirth(animal) ?? animal.createdAt.slice(0, 10)) <= to,
  );

export interface ExportedAnimal extends Omit<AnimalRow, 'healthStatus'> {
  /** null: nobody has looked at it. */
  readonly healthStatus: AnimalRow['healthStatus'] | null;
}

export interface NumberedRow extends ExportedAnimal {
  /** Besides the newest in use of each kind: those that it had, or has several of. */
  readonly moreNumbers: string | null;
}

export async function* numberedBatches(db: Db, farmId: FarmId, range: DayRange): AsyncGenerator<NumberedRow[]> {
  for await (const batch of animalBatches(db, farmId, range)) {
    const rows = await db
      .selectFrom('animal_tags')
      .select(['animal_id as animalId', 'kind', 'number', 'from_day as fromDay', 'to_day as toDay'])
      .where('farm_id', '=', farmId)
      .where('animal_id', 'in', toIds(batch))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const states = new Map(await completeStates(db, farmId, await readStates(db, farmId, toIds(batch))));
    const numbersOf = Map.groupBy(rows, ({ animalId }) => animalId);
    yield batch.map((animal) => {
      const isShown = ({ kind, number, fromDay, toDay }: (typeof rows)[number]): boolean =>
        fromDay === null && toDay === null && animal[kind] === number;
      const more = (numbersOf.get(animal.id) ?? []).filter((tag) => !isShown(tag)).map(animalTagText);
      return {
        ...animal,
        healthStatus: isNotLookedAt(animal, states.get(animal.id)?.checkup?.day ?? null) ? null : animal.healthStatus,
        isCastrated: isWether(animal),
        moreNumbers: more.length === 0 ? null : more.join('; '),
      };
    });
  }
}

export interface SaleRow extends AnimalRow {
  /** null: on offer, or marked as sold without a recorded sale. */
  readonly sale: (EventDetail<'sale'> & { readonly day: string }) | null;
}

/** The sales, as Reports count them, the animals on offer, and those that are only marked as sold. */
export async function* saleBatches(db: Db, farmId: FarmId, range: DayRange): AsyncGenerator<SaleRow[]> {
  for await (const batch of animalBatches(db, farmId, range)) {
    const rows = await db
      .selectFrom('events')
      .select(['animal_id as animalId', 'day', 'detail'])
      .where('farm_id', '=', farmId)
      .where('kind', '=', 'sale')
      .where('voided_at', 'is', null)
      .where('animal_id', 'in', toIds(batch))
      .orderBy('day', 'desc')
      .execute();
    const salesOf = Map.groupBy(rows, ({ animalId }) => animalId);
    yield batch.flatMap((animal): SaleRow[] => {
      const sales = salesOf.get(animal.id) ?? [];
      const isOpen = animal.status === 'active' ? animal.forSale : animal.status === 'sold' && sales.length === 0;
      return [
        ...(isOpen ? [{ ...animal, sale: null }] : []),
        ...sales
          .filter(({ day }) => isWithin(range, day))
          .map(({ day, detail }) => ({ ...animal, sale: { ...(toDetail('sale', detail) as EventDetail<'sale'>), day } })),
      ];
    });
  }
}

/** Filtered here and not by the database, where a statement with few matches among very many rows would scan them all. */
async function* filterBatches<R>(batches: AsyncIterable<readonly R[]>, matches: (row: R) => boolean): AsyncGenerator<R[]> {
  for await (const batch of batches) {
    const matching = batch.filter(matches);
    if (matching.length > 0) yield matching;
  }
}

const allAnimals = (db: Db, farmId: FarmId) =>
  inBatches<AnimalRow>(async (after, limit) => {
    const rows = await pageBy(animals(db, farmId), ['animals.created_at', 'animals.id'], {
      after: after && [after.createdAt, after.id],
      limit,
      isNewestFirst: true,
    }).execute();
    // Empty for what has left: its offer is kept for when the departure is undone, and this sheet, taken in again, changes nothing.
    return rows.map((row) => ({ ...row, forSale: row.status === 'active' ? row.forSale : null }));
  });

const animals = (db: Db, farmId: FarmId) =>
  db
    .selectFrom('animals')
    .leftJoin('animals as mothers', (join) =>
      join.onRef('mothers.farm_id', '=', 'animals.farm_id').onRef('mothers.id', '=', 'animals.mother_id'),
    )
    .leftJoin('animals as fathers', (join) =>
      join.onRef('fathers.farm_id', '=', 'animals.farm_id').onRef('fathers.id', '=', 'animals.father_id'),
    )
    .select([
      'animals.id',
      ...qualifiedAliasesOf('animals', exportedOfAnimal),
      'mothers.tag_number as motherTag',
      'fathers.tag_number as fatherTag',
      'animals.created_at as createdAt',
    ])
    .select((eb) => animalTagKinds.map((kind) => numberOf(eb, farmId, kind).as(kind)))
    .where('animals.farm_id', '=', farmId)
    .where('animals.is_reference', '=', false);

/** The newest number in use. */
export const numberOf = (eb: ExpressionBuilder<Database, 'animals'>, farmId: FarmId, kind: AnimalTagKind) =>
  eb
    .selectFrom('animal_tags')
    .select('number')
    .where('animal_tags.farm_id', '=', farmId)
    .whereRef('animal_tags.animal_id', '=', 'animals.id')
    .where('animal_tags.kind', '=', kind)
    .where('animal_tags.to_day', 'is', null)
    .orderBy('animal_tags.created_at', 'desc')
    .orderBy('animal_tags.id', 'desc')
    .limit(1);

type StoredAnimal = Awaited<ReturnType<ReturnType<typeof animals>['execute']>>[number];
export type AnimalRow = Omit<StoredAnimal, 'forSale'> & { readonly forSale: boolean | null };

export async function* healthBatches(db: Db, farmId: FarmId, range: DayRange): AsyncGenerator<HealthRow[]> {
  for await (const batch of eventBatches(db, farmId, range, ['checkup'])) {
    yield batch.map(({ animalId, day, detail, ...row }) => ({ ...row, ...toHealthRecord(animalId, day, detail) }));
  }
}

/** An event with what names its animal, and the names of the animals, places and groups that it mentions. */
export type JournalRow<K extends EventKind> = EventOf<K> & Omit<EventRow, 'detail' | 'kind'> & Names;

export interface Names {
  readonly nameOf: (id: string | null) => string | null;
}

export const journalBatches = <K extends EventKind>(...kinds: readonly K[]) =>
  async function* (db: Db, farmId: FarmId, range: DayRange): AsyncGenerator<JournalRow<K>[]> {
    const lists = await namesOfLists(db, farmId);
    for await (const batch of eventBatches(db, farmId, range, kinds)) {
      const rows = batch.map(({ detail, ...row }) => ({ ...row, ...toJournalEvent({ detail, ...row }) }));
      const tags = await tagsOf(db, farmId, rows.flatMap(idsIn));
      const nameOf: Names['nameOf'] = (id) => (id === null ? null : (tags.get(id) ?? lists.get(id) ?? null));
      yield rows.map((row) => ({ ...row, nameOf })) as unknown as JournalRow<K>[];
    }
  };

/** The ids in the fields of an event, of whatever they are. */
function idsIn(event: object): string[] {
  return Object.entries(event).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'young') return (value as { id: string | null }[]).flatMap(({ id }) => id ?? []);
    return name.endsWith('Id') && typeof value === 'string' ? value : [];
  });
}

async function namesOfLists(db: Db, farmId: FarmId): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const table of ['places', 'groups'] as const) {
    for await (const batch of entryBatches(db, farmId, table)) for (const { id, name } of batch) names.set(id, name);
  }
  return names;
}

async function tagsOf(db: Db, farmId: FarmId, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const tags = new Map<string, string>();
  for (const slice of slicesOf([...new Set(ids)], idsPerQuery)) {
    const rows = await db
      .selectFrom('animals')
      .select(['id', 'tag_number as tag'])
      .where('farm_id', '=', farmId)
      .where('id', 'in', slice)
      .execute();
    for (const { id, tag } of rows) tags.set(id, tag);
    // Lets other requests be handled.
    await setImmediate();
  }
  return tags;
}

/** An entry of a list, with the names of the animals, places and groups that it mentions. */
type ListedTable = ImportedList | 'exposures';
export type ListRow<T extends ListedTable> = Entries[T] & Names & { readonly tagsOf: (ids: readonly string[]) => string[] };

export const listBatches = <T extends ListedTable>(table: T, dayOf: (entry: Entries[T]) => string | null) =>
  async function* (db: Db, farmId: FarmId, range: DayRange): AsyncGenerator<ListRow<T>[]> {
    const lists = await namesOfLists(db, farmId);
    for await (const batch of entryBatches(db, farmId, table)) {
      const entries = batch.filter((entry) => {
        const day = dayOf(entry);
        return day === null || isWithin(range, day);
      });
      const idLists = entries.flatMap((entry) =>
        'animalIds' in entry ? [entry.animalIds] : 'maleIds' in entry ? [entry.maleIds, entry.femaleIds] : [],
      );
      const tags = await tagsOf(db, farmId, idLists.flat());
      yield entries.map((entry) => ({
        ...entry,
        nameOf: (id) => (id === null ? null : (lists.get(id) ?? null)),
        tagsOf: (ids) => ids.flatMap((id) => tags.get(id) ?? []),
      }));
    }
  };

export interface WeightRow extends Omit<StoredWeight, 'detail'> {
  readonly occasion: string | null;
  readonly lastGrams: Grams | null;
  readonly lastDay: string | null;
}

/** By animal, the oldest weight first, with the one before; estimates are in no gain. */
export async function* weightBatches(db: Db, farmId: FarmId, range: DayRange): AsyncGenerator<WeightRow[]> {
  let last: StoredWeight | undefined;
  const batches = inBatches<StoredWeight>((after, limit) =>
    pageBy(weights(db, farmId), ['weights.animal_id', 'weights.day', 'event_id'], {
      after: after && [after.animalId, after.day, after.id],
      limit,
    }).execute(),
  );
  for await (const batch of batches) {
    const rows = batch.map(({ detail, ...row }) => {
      const isMeasured = row.method !== 'estimate';
      const before = isMeasured && last?.animalId === row.animalId ? last : undefined;
      if (isMeasured) last = { detail, ...row };
      const { occasion = null } = JSON.parse(detail) as { readonly occasion?: string | null };
      return { ...row, occasion, lastGrams: before?.grams ?? null, lastDay: before?.day ?? null };
    });
    const inRange = rows.filter(({ day }) => isWithin(range, day));
    if (inRange.length > 0) yield inRange;
  }
}

const weights = (db: Db, farmId: FarmId) =>
  db
    .selectFrom('weights')
    .innerJoin('events', (join) => join.onRef('events.farm_id', '=', 'weights.farm_id').onRef('events.id', '=', 'event_id'))
    .innerJoin('animals', (join) =>
      join.onRef('animals.farm_id', '=', 'weights.farm_id').onRef('animals.id', '=', 'weights.animal_id'),
    )
    .select([
      'event_id as id',
      ...fieldsOf('weights', 'animalId day'),
      ...asFields('grams method time note responsible detail'),
      ...fieldsOf('animals', 'tagNumber name'),
    ])
    .select((eb) => numberOf(eb, farmId, 'eid').as('eid'))
    .where('weights.farm_id', '=', farmId);

type StoredWeight = Awaited<ReturnType<ReturnType<typeof weights>['execute']>>[number];

/** One kind after the other: its index has the order of the sheets, and the index of all kinds leads past all events of the others. */
const eventBatches = (db: Db, farmId: FarmId, range: DayRange, kinds: readonly EventKind[]) =>
  inBatches<EventRow>(async (after, limit) => {
    const rows: EventRow[] = [];
    const page = { after: after && [after.day, after.createdAt, after.id], limit, isNewestFirst: true };
    for (const kind of kinds) {
      const ofKind = events(db, farmId, range, kind);
      rows.push(...(await pageBy(ofKind, ['events.day', 'events.created_at', 'events.id'], page).execute()));
    }
    return rows.toSorted(newestFirst).slice(0, limit);
  });

function newestFirst(a: EventRow, b: EventRow): number {
  const [first, second] = [a, b].map(({ day, createdAt, id }) => `${day} ${createdAt} ${id}`) as [string, string];
  return first < second ? 1 : first > second ? -1 : 0;
}

const events = (db: Db, farmId: FarmId, { from, to }: DayRange, kind: EventKind) =>
  db
    .selectFrom('events')
    .innerJoin('animals', (join) =>
      join.onRef('animals.farm_id', '=', 'events.farm_id').onRef('animals.id', '=', 'events.animal_id'),
    )
    .select([
      'events.id',
      'kind',
      'events.animal_id as animalId',
      ...asFields('day time note responsible detail'),
      ...fieldsOf('animals', 'tagNumber name species isReference'),
      'events.created_at as createdAt',
    ])
    .select((eb) => [numberOf(eb, farmId, 'eid').as('eid'), numberOf(eb, farmId, 'official').as('official')])
    .where('events.farm_id', '=', farmId)
    .where('kind', '=', kind)
    .where('voided_at', 'is', null)
    .$if(from !== null, (query) => query.where('day', '>=', from ?? ''))
    .$if(to !== null, (query) => query.where('day', '<=', to ?? ''));

type EventRow = Awaited<ReturnType<ReturnType<typeof events>['execute']>>[number];
export type HealthRow = Omit<EventRow, 'animalId' | 'day' | 'detail'> & HealthRecordFields;

export interface ExportRange extends DayRange {
  readonly today: string;
}

/** The matings with what Breeding says of them. */
export async function* breedingBatches(db: Db, farmId: FarmId, { today, ...range }: ExportRange): AsyncGenerator<BreedingRow[]> {
  let expected: readonly Pregnancy[] | undefined;
  for await (const batch of matingBatches(db, farmId, range)) {
    expected ??= await readExpected(db, farmId, today);
    const pregnancyFrom = pregnancyFinder(expected);
    yield batch.map((row) => ({ ...row, state: stateOfMating(row, { status: row.damStatus }, pregnancyFrom(row), today) }));
  }
}

const matingBatches = (db: Db, farmId: FarmId, range: DayRange) =>
  inBatches<MatingRow>(async (after, limit) => {
    const keys = ['breeding_date', 'breeding_records.created_at', 'breeding_records.id'];
    const records = await pageBy(breedingRecords(db, farmId, range), keys, {
      after: after && [after.breedingDate, after.createdAt, after.id],
      limit,
      isNewestFirst: true,
    }).execute();
    if (records.length === 0) return [];
    const tags = Map.groupBy(await offspringTags(db, farmId, toIds(records)), ({ breedingId }) => breedingId);
    return records.map((record) => ({ ...record, offspringTags: tags.get(record.id)?.map(({ tag }) => tag) ?? [] }));
  });

const breedingRecords = (db: Db, farmId: FarmId, { from, to }: DayRange) =>
  db
    .selectFrom('breeding_records')
    .innerJoin('animals as fathers', (join) =>
      join.onRef('fathers.farm_id', '=', 'breeding_records.farm_id').onRef('fathers.id', '=', 'breeding_records.father_id'),
    )
    .innerJoin('animals as mothers', (join) =>
      join.onRef('mothers.farm_id', '=', 'breeding_records.farm_id').onRef('mothers.id', '=', 'breeding_records.mother_id'),
    )
    .select([
      'breeding_records.id',
      ...qualifiedAliasesOf('breeding_records', breedingFields),
      'fathers.tag_number as fatherTag',
      'fathers.name as fatherName',
      'mothers.tag_number as motherTag',
      'mothers.name as motherName',
      'mothers.species',
      'mothers.status as damStatus',
      'breeding_records.created_at as createdAt',
    ])
    .where('breeding_records.farm_id', '=', farmId)
    .$if(from !== null, (query) => query.where('breeding_date', '>=', from ?? ''))
    .$if(to !== null, (query) => query.where('breeding_date', '<=', to ?? ''));

type MatingRow = Awaited<ReturnType<ReturnType<typeof breedingRecords>['execute']>>[number] & {
  readonly offspringTags: readonly string[];
};

export type BreedingRow = MatingRow & { readonly state: MatingState };

const offspringTags = (db: Db, farmId: FarmId, breedingIds: readonly string[]) =>
  db
    .selectFrom('breeding_offspring')
    .innerJoin('animals', (join) =>
      join.onRef('animals.farm_id', '=', 'breeding_offspring.farm_id').onRef('animals.id', '=', 'breeding_offspring.animal_id'),
    )
    .select(['breeding_id as breedingId', 'tag_number as tag'])
    .where('breeding_offspring.farm_id', '=', farmId)
    .where('breeding_id', 'in', breedingIds)
    .orderBy('breeding_id')
    .orderBy('position')
    .execute();
