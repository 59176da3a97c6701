import { sql } from 'kysely';
import type { KnownNumber } from '#domain/imports/numbers.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import { animalFields } from '#domain/records/animal.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { batchSize, inBatches } from '#server/db/in-batches.ts';
import { aliasesOf } from '#server/db/record-columns.ts';
import { isRecord } from '#server/journal/journal.queries.ts';
import type { Tx } from '#server/db/transaction.ts';

const { imageUrl: _, ...knownFields } = animalFields;
const knownColumns = aliasesOf(knownFields);

export async function* readHerd(tx: Tx, farmId: FarmId, withoutImport = '') {
  const pages = inBatches<Awaited<ReturnType<typeof readPage>>[number]>(
    (last, limit) => readPage(tx, farmId, { after: last?.id ?? '', limit, withoutImport }),
    { first: batchSize },
  );
  for await (const page of pages) {
    yield {
      animals: page.map(({ firstEvent, firstMating, firstBirthRecord, ...animal }): KnownAnimal => ({
        ...animal,
        isMate: firstMating !== null,
        isOffspring: firstBirthRecord !== null,
        firstRecordOn: [firstEvent, firstMating].filter((day) => day !== null).toSorted()[0] ?? null,
      })),
      animalsWithRecords: page
        .filter(({ firstEvent, firstMating, firstBirthRecord }) => (firstEvent ?? firstMating ?? firstBirthRecord) !== null)
        .map(({ id }) => id),
    };
  }
}

export const readNumbers = (tx: Tx, farmId: FarmId): AsyncGenerator<KnownNumber[]> =>
  inBatches((last: (KnownNumber & { readonly id: string }) | undefined, limit) =>
    tx
      .selectFrom('animal_tags')
      .select(['id', 'animal_id as animalId', 'kind', 'number_key as key', 'to_day as toDay'])
      .where('farm_id', '=', farmId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(limit)
      .execute()
      .then((rows) => rows.map(({ toDay, ...number }) => ({ ...number, isInUse: toDay === null }))),
  );

type RecordTable = 'breeding_records' | 'breeding_offspring' | 'events';

const readPage = (
  tx: Tx,
  farmId: FarmId,
  { after, limit, withoutImport }: { after: string; limit: number; withoutImport: string },
) =>
  tx
    .selectFrom('animals')
    .select(['id', ...knownColumns, 'version'])
    .select((eb) => {
      // PostgreSQL looks up the first of a range in the index; it might read all records of the farm for each animal otherwise.
      const firstOf = (table: RecordTable, animal: string, column: string, but = sql``) => {
        const of = sql.ref(`${table}.${animal}`);
        return sql<
          string | null
        >`(select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(`${table}.farm_id`)} = ${farmId}
          and ${of} >= ${eb.ref('animals.id')} and ${of} <= ${eb.ref('animals.id')} ${but} order by ${of}, ${sql.ref(column)} limit 1)`;
      };
      const notOfImport = withoutImport === '' ? sql`` : sql`and coalesce(events.import_id, '') <> ${withoutImport}`;
      const firstMatingAs = (role: 'mother_id' | 'father_id') => firstOf('breeding_records', role, 'breeding_date');
      return [
        sql<string | null>`coalesce(${firstMatingAs('mother_id')}, ${firstMatingAs('father_id')})`.as('firstMating'),
        firstOf('breeding_offspring', 'animal_id', 'breeding_id').as('firstBirthRecord'),
        firstOf('events', 'animal_id', 'day', sql`and ${isRecord} ${notOfImport}`).as('firstEvent'),
      ];
    })
    .where('farm_id', '=', farmId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
