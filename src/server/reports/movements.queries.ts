import { movementKinds, movementOf, type Movement } from '#domain/journal/movement-register.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches, pageBy } from '#server/db/in-batches.ts';
import { fieldsOf } from '#server/db/record-columns.ts';
import { journalBatches, numberOf, type DayRange } from './reports.queries.ts';

export interface MovementRow extends Movement {
  readonly tagNumber: string;
  readonly eid: string | null;
  readonly name: string | null;
  readonly species: string;
}

/** The register of movements, newest first: two lists in this order are merged. */
export async function* movementBatches(db: Db, farmId: FarmId, range: DayRange): AsyncGenerator<MovementRow[]> {
  const births = bornHere(db, farmId, range)[Symbol.asyncIterator]();
  let born = await births.next();
  for await (const batch of journalBatches(...movementKinds)(db, farmId, range)) {
    const rows: MovementRow[] = [];
    for (const event of batch) {
      for (; !born.done && born.value.day > event.day; born = await births.next()) rows.push(born.value);
      const { tagNumber, eid, name, species, isReference } = event;
      if (!isReference) rows.push({ ...movementOf(event), tagNumber, eid, name, species });
    }
    yield rows;
  }
  for (; !born.done; born = await births.next()) yield [born.value];
}

/** The animals whose dam the farm keeps and that did not arrive from elsewhere, by the days of their births. */
async function* bornHere(db: Db, farmId: FarmId, { from, to }: DayRange): AsyncGenerator<MovementRow> {
  const batches = inBatches<BirthRow>((after, limit) =>
    pageBy(
      births(db, farmId)
        .$if(from !== null, (query) => query.where('animals.birth_date', '>=', from))
        .$if(to !== null, (query) => query.where('animals.birth_date', '<=', to)),
      ['animals.birth_date', 'animals.id'],
      { after: after && [after.birthDate, after.animalId], limit, isNewestFirst: true },
    ).execute(),
  );
  for await (const batch of batches) {
    for (const { birthDate, ...animal } of batch)
      yield { ...animal, day: birthDate ?? '', what: 'born', how: 'Born', party: null };
  }
}

const births = (db: Db, farmId: FarmId) =>
  db
    .selectFrom('animals')
    .innerJoin('animals as mothers', (join) =>
      join.onRef('mothers.farm_id', '=', 'animals.farm_id').onRef('mothers.id', '=', 'animals.mother_id'),
    )
    .select(['animals.id as animalId', ...fieldsOf('animals', 'birthDate tagNumber name species')])
    .select((eb) => numberOf(eb, farmId, 'eid').as('eid'))
    .where('animals.farm_id', '=', farmId)
    .where('animals.is_reference', '=', false)
    .where('mothers.is_reference', '=', false)
    .where('animals.birth_date', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('events')
            .select('events.id')
            .where('events.farm_id', '=', farmId)
            .whereRef('events.animal_id', '=', 'animals.id')
            .where('kind', '=', 'arrival')
            .where('voided_at', 'is', null),
        ),
      ),
    );

type BirthRow = Awaited<ReturnType<ReturnType<typeof births>['execute']>>[number];
