import type { ExpressionBuilder } from 'kysely';
import type { AnimalTagKind } from '#domain/animal-tags.ts';
import { earliestBirth } from '#domain/births.ts';
import { registerEntryOf, registerKinds, type RegisterEntry } from '#domain/journal/treatment-register.ts';
import { animalFields } from '#domain/records/animal.ts';
import { breedingFields } from '#domain/records/breeding-record.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import type { HealthRecordFields } from '#domain/records/health-record.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { qualifiedAliasesOf } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema.ts';
import { toHealthRecord } from '#server/journal/checkups.ts';
import { toJournalEvent } from '#server/journal/journal.queries.ts';

const { motherId: _mother, fatherId: _father, imageUrl: _image, isReference: _isReference, ...exportedOfAnimal } = animalFields;

export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

export const animalBatches = (db: Db, farmId: FarmId, { to }: DayRange) =>
  filterBatches(
    allAnimals(db, farmId),
    (animal) => to === null || (earliestBirth(animal) ?? animal.createdAt.slice(0, 10)) <= to,
  );

export const saleBatches = (db: Db, farmId: FarmId, range: DayRange) =>
  filterBatches(animalBatches(db, farmId, range), ({ forSale, status }) => forSale || status === 'sold');

/** Filtered here and not by the database, where a statement with few matches among very many rows would scan them all. */
async function* filterBatches<R>(batches: AsyncIterable<readonly R[]>, matches: (row: R) => boolean): AsyncGenerator<R[]> {
  for await (const batch of batches) {
    const matching = batch.filter(matches);
    if (matching.length > 0) yield matching;
  }
}

const allAnimals = (db: Db, farmId: FarmId) =>
  inBatches<AnimalRow>((after, limit) =>
    animals(db, farmId)
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb(eb.refTuple('animals.created_at', 'animals.id'), '<', eb.tuple(after?.createdAt ?? '', after?.id ?? '')),
        ),
      )
      .limit(limit)
      .execute(),
  );

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
    .select((eb) => [numberOf(eb, farmId, 'eid').as('eid'), numberOf(eb, farmId, 'registration').as('registration')])
    .where('animals.farm_id', '=', farmId)
    .where('animals.is_reference', '=', false)
    .orderBy('animals.created_at', 'desc')
    .orderBy('animals.id', 'desc');

/** The newest number in use. */
const numberOf = (eb: ExpressionBuilder<Database, 'animals'>, farmId: FarmId, kind: AnimalTagKind) =>
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

export type AnimalRow = Awaited<ReturnType<ReturnType<typeof animals>['execute']>>[number];

export async function* healthBatches(db: Db, farmId: FarmId, range: DayRange): AsyncGenerator<HealthRow[]> {
  for await (const batch of eventBatches(db, farmId, range, ['checkup'])) {
    yield batch.map(({ animalId, day, detail, ...row }) => ({ ...row, ...toHealthRecord(animalId, day, detail) }));
  }
}

/** Treatments, vaccinations, and checkups with a medicine. */
export async function* treatmentBatches(db: Db, farmId: FarmId, range: DayRange): AsyncGenerator<TreatmentRow[]> {
  for await (const batch of eventBatches(db, farmId, range, registerKinds)) {
    const given = batch.flatMap((row) => {
      const entry = registerEntryOf(toJournalEvent(row));
      return entry ? [{ ...row, ...entry }] : [];
    });
    if (given.length > 0) yield given;
  }
}

const eventBatches = (db: Db, farmId: FarmId, range: DayRange, kinds: readonly JournalEvent['kind'][]) =>
  inBatches<EventRow>((after, limit) =>
    events(db, farmId, range, kinds)
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb(
            eb.refTuple('events.day', 'events.created_at', 'events.id'),
            '<',
            eb.tuple(after?.day ?? '', after?.createdAt ?? '', after?.id ?? ''),
          ),
        ),
      )
      .limit(limit)
      .execute(),
  );

const events = (db: Db, farmId: FarmId, { from, to }: DayRange, kinds: readonly JournalEvent['kind'][]) =>
  db
    .selectFrom('events')
    .innerJoin('animals', (join) =>
      join.onRef('animals.farm_id', '=', 'events.farm_id').onRef('animals.id', '=', 'events.animal_id'),
    )
    .select([
      'events.id',
      'kind',
      'events.animal_id as animalId',
      'day',
      'time',
      'note',
      'responsible',
      'detail',
      'animals.tag_number as tagNumber',
      'animals.name',
      'events.created_at as createdAt',
    ])
    .where('events.farm_id', '=', farmId)
    .where('kind', 'in', kinds)
    .where('voided_at', 'is', null)
    .$if(from !== null, (query) => query.where('day', '>=', from ?? ''))
    .$if(to !== null, (query) => query.where('day', '<=', to ?? ''))
    .orderBy('day', 'desc')
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc');

type EventRow = Awaited<ReturnType<ReturnType<typeof events>['execute']>>[number];
export type HealthRow = Pick<EventRow, 'id' | 'tagNumber' | 'name' | 'createdAt'> & HealthRecordFields;
export type TreatmentRow = Omit<EventRow, 'detail'> & RegisterEntry;

export const breedingBatches = (db: Db, farmId: FarmId, range: DayRange) =>
  inBatches<BreedingRow>(async (after, limit) => {
    const records = await breedingRecords(db, farmId, range)
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb(
            eb.refTuple('breeding_date', 'breeding_records.created_at', 'breeding_records.id'),
            '<',
            eb.tuple(after?.breedingDate ?? '', after?.createdAt ?? '', after?.id ?? ''),
          ),
        ),
      )
      .limit(limit)
      .execute();
    if (records.length === 0) return [];
    const tags = Map.groupBy(
      await offspringTags(
        db,
        farmId,
        records.map(({ id }) => id),
      ),
      ({ breedingId }) => breedingId,
    );
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
      'breeding_records.created_at as createdAt',
    ])
    .where('breeding_records.farm_id', '=', farmId)
    .$if(from !== null, (query) => query.where('breeding_date', '>=', from ?? ''))
    .$if(to !== null, (query) => query.where('breeding_date', '<=', to ?? ''))
    .orderBy('breeding_date', 'desc')
    .orderBy('breeding_records.created_at', 'desc')
    .orderBy('breeding_records.id', 'desc');

export type BreedingRow = Awaited<ReturnType<ReturnType<typeof breedingRecords>['execute']>>[number] & {
  readonly offspringTags: readonly string[];
};

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
