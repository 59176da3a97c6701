import { saleKinds } from '#domain/journal/departures.ts';
import type { EventDetail, EventKind } from '#domain/records/events.ts';
import { changeSince } from '#domain/work/papers-due.ts';
import { sql } from 'kysely';
import type { FullPaper, Paper, PaperContent, PaperKind, PapersQuery } from '#contract/papers.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches, oldestAfter, pageByDay } from '#server/db/in-batches.ts';
import { asFields, fieldsOf } from '#server/db/record-columns.ts';
import { toDetail } from '#server/journal/journal.queries.ts';
import { slicesOf } from '#server/db/slices.ts';
import { ownersOf } from '#server/db/memberships.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { firstPage, parseDatedCursor } from '#server/lists/pages.ts';
import type { Cents } from '#domain/values/units.ts';

const columns = [
  ...fieldsOf('papers', 'id kind label isReceived day party'),
  'papers.animals as animalCount',
  ...fieldsOf('papers', 'animalIds tags totalCents replacesId createdAt cancelledAt cancelReason'),
] as const;

type Row = Omit<Paper, 'animalIds' | 'total' | 'unsoldTags' | 'correctedTags'> & {
  readonly animalIds: string;
  readonly totalCents: Cents | null;
};

async function toPapers(db: Db | Tx, farmId: FarmId, rows: readonly Row[]): Promise<Paper[]> {
  const changes = await readChanges(db, farmId, rows);
  return rows.map(({ totalCents, animalIds, ...paper }) => ({
    ...paper,
    animalIds: JSON.parse(animalIds) as string[],
    total: totalCents === null ? null : totalCents / 100,
    ...(changes.get(paper.id) ?? { unsoldTags: [], correctedTags: [] }),
  }));
}

/** A paper stays as it was issued when its sale is undone or corrected, and nothing else would say so. By the ids of papers. */
async function readChanges(db: Db | Tx, farmId: FarmId, papers: readonly Row[]) {
  const inForce = papers.filter(({ isReceived, cancelledAt }) => !isReceived && cancelledAt === null);
  const salesOf = await readChangedSales(db, farmId, [...new Set(inForce.map(({ day }) => day))]);
  const found = new Map<string, Pick<Paper, 'unsoldTags' | 'correctedTags'>>();
  for (const paper of inForce) {
    const changeOf = (animalId: string) => {
      const sales = salesOf.get(animalId) ?? [];
      return changeSince(paper, sales, sales[0]?.status === 'active');
    };
    if (!(JSON.parse(paper.animalIds) as string[]).some(changeOf)) continue;
    const query = db.selectFrom('papers').select('content').where('farm_id', '=', farmId).where('id', '=', paper.id);
    const { animals } = JSON.parse((await query.executeTakeFirstOrThrow()).content) as PaperContent;
    const tagsOf = (change: ReturnType<typeof changeOf>) =>
      animals.flatMap(({ animalId, tagNumber }) => (changeOf(animalId) === change ? tagNumber : []));
    found.set(paper.id, { unsoldTags: tagsOf('undone'), correctedTags: tagsOf('corrected') });
  }
  return found;
}

/** By animal, all its sales, if one of these days was undone or replaced. */
async function readChangedSales(db: Db | Tx, farmId: FarmId, days: readonly string[]) {
  const sales = db.selectFrom('events').where('events.farm_id', '=', farmId).where('kind', 'in', saleKinds);
  const ids = new Set<string>();
  for (const some of slicesOf(days)) {
    const voided = sales.select('animal_id as animalId').where('day', 'in', some).where('voided_at', 'is not', null);
    for (const { animalId } of await voided.execute()) ids.add(animalId);
  }
  const found = [];
  for (const some of slicesOf([...ids])) {
    const rows = await sales
      .innerJoin('animals', (join) => join.onRef('animals.farm_id', '=', 'events.farm_id').onRef('animals.id', '=', 'animal_id'))
      .select(['kind', 'day', 'animal_id as animalId', 'detail', 'voided_at as voidedAt', 'animals.status'])
      .where('animal_id', 'in', some)
      .execute();
    for (const { kind, detail, ...row } of rows) {
      const { buyer, price } = toDetail(kind as EventKind, detail) as EventDetail<'sale'>;
      found.push({ ...row, buyer, price });
    }
  }
  return Map.groupBy(found, ({ animalId }) => animalId);
}

/** Newest first, with one more than requested if there are more. */
export async function listPaperRows(
  db: Db | Tx,
  farmId: FarmId,
  { search = '', kind, day, cursor }: PapersQuery,
  limit: number,
): Promise<Paper[]> {
  const after = parseDatedCursor(cursor) ?? firstPage;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = db
    .selectFrom('papers')
    .select(columns)
    .where('farm_id', '=', farmId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'receipt'))
    .$if(day !== undefined, (query) => query.where('day', '=', day ?? ''))
    .where((eb) =>
      eb.and(words.map((word) => sql<boolean>`words like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`)),
    );
  const rows = await pageByDay(found, { after: { ...after, day: after.date }, limit, isNewestFirst: true }).execute();
  return toPapers(db, farmId, rows);
}

export async function findPaper(db: Db | Tx, farmId: FarmId, id: string): Promise<FullPaper | undefined> {
  const row = await db
    .selectFrom('papers')
    .leftJoin('users as issuer', 'issuer.id', 'papers.issued_by')
    .leftJoin('users as canceller', 'canceller.id', 'papers.cancelled_by')
    .leftJoin('papers as next', (join) =>
      join.onRef('next.farm_id', '=', 'papers.farm_id').onRef('next.replaces_id', '=', 'papers.id'),
    )
    .select([
      ...columns,
      'papers.content',
      (eb) => eb.fn.coalesce('issuer.owner_name', 'issuer.username').as('issuedBy'),
      (eb) => eb.fn.coalesce('canceller.owner_name', 'canceller.username').as('cancelledBy'),
      'next.id as nextId',
      'next.label as nextLabel',
    ])
    .where('papers.farm_id', '=', farmId)
    .where('papers.id', '=', id)
    .orderBy('next.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { content, issuedBy, cancelledBy, nextId, nextLabel, ...stored } = row;
  const [paper] = await toPapers(db, farmId, [stored]);
  return (
    paper && {
      ...paper,
      content: JSON.parse(content) as PaperContent,
      issuedBy,
      cancelledBy,
      replacedBy: nextId === null || nextLabel === null ? null : { id: nextId, label: nextLabel },
    }
  );
}

export const readNextNumber = async (tx: Tx, farmId: FarmId, kind: PaperKind, year: number): Promise<number> => {
  const { last } = await tx
    .selectFrom('papers')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('farm_id', '=', farmId)
    .where('kind', '=', kind)
    .where('year', '=', year)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
};

/** Equal only for papers whose numbers conflict. */
export const paperNumberKey = ({ kind, year, number }: Pick<Database['papers'], 'kind' | 'year' | 'number'>): string =>
  [kind, year, number].join(' ');

export const listPaperNumbers = async (tx: Db | Tx, farmId: FarmId): Promise<string[]> => {
  const rows = await tx
    .selectFrom('papers')
    .select(['kind', 'year', 'number'])
    .where('farm_id', '=', farmId)
    .where('number', 'is not', null)
    .execute();
  return rows.map(paperNumberKey);
};

/** The total number of animals on the papers of a year, counted once per paper. */
export const countAnimalsOnPapers = async (tx: Tx, farmId: FarmId, year: number): Promise<number> => {
  const { animals } = await tx
    .selectFrom('papers')
    .select((eb) => eb.fn.sum<number | string | null>('animals').as('animals'))
    .where('farm_id', '=', farmId)
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<=', `${year}-12-31`)
    .executeTakeFirstOrThrow();
  return Number(animals ?? 0);
};

/** The valid papers that the farm has issued for sales of a day, in batches, because each one may have hundreds of animals. */
export async function* issuedPapers(tx: Tx, farmId: FarmId, day: string) {
  const oldestFirst = (after: { readonly createdAt: string; readonly id: string } | undefined, limit: number) =>
    oldestAfter(
      tx
        .selectFrom('papers')
        .select(['id', 'kind', 'label', 'content', 'created_at as createdAt'])
        .where('farm_id', '=', farmId)
        .where('day', '=', day)
        .where('is_received', '=', false)
        .where('cancelled_at', 'is', null),
      after,
      limit,
    ).execute();
  for await (const rows of inBatches(oldestFirst, { first: papersAtFirst })) {
    for (const { content, ...paper } of rows) yield { ...paper, content: JSON.parse(content) as PaperContent };
  }
}

const papersAtFirst = 5;

export type NewPaperRow = Omit<Database['papers'], 'farm_id'>;

interface NewPaperValues
  extends
    Pick<NewPaperRow, 'id' | 'kind' | 'number' | 'label' | 'day' | 'create_digest' | 'created_at' | 'replaces_id'>,
    Partial<Pick<NewPaperRow, 'issued_by' | 'cancelled_at' | 'cancelled_by' | 'cancel_reason'>> {
  readonly isReceived: boolean;
  readonly content: PaperContent;
}

const shownTags = 5;

export function toPaperRow({ isReceived, content, ...values }: NewPaperValues): NewPaperRow {
  const { seller, buyer, animals } = content;
  const party = (isReceived ? seller : buyer).name;
  const prices = animals.flatMap(({ price }) => price ?? []);
  const words = [
    values.label,
    party,
    ...animals.flatMap(({ tagNumber, name, numbers }) => [tagNumber, name, ...numbers.map(({ number }) => number)]),
  ];
  return {
    issued_by: null,
    cancelled_at: null,
    cancelled_by: null,
    cancel_reason: null,
    ...values,
    year: Number(values.day.slice(0, 4)),
    is_received: isReceived,
    party,
    animals: animals.length,
    animal_ids: JSON.stringify(animals.map(({ animalId }) => animalId)),
    tags: animals
      .slice(0, shownTags)
      .map(({ tagNumber }) => tagNumber)
      .join(', '),
    // The sum of some prices is not the price of all.
    total_cents: prices.length < animals.length ? null : prices.reduce((sum, price) => sum + Math.round(price * 100), 0),
    content: JSON.stringify(content),
    words: words.filter(Boolean).join('\n').toLowerCase(),
  };
}

/** Resolves with false if another farm has the id. */
export async function insertPaper(tx: Tx, farmId: FarmId, row: NewPaperRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('papers')
    .values({ ...row, farm_id: farmId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const markCancelled = (
  tx: Tx,
  farmId: FarmId,
  id: string,
  { at, by, reason }: { readonly at: string; readonly by: string | null; readonly reason: string },
): Promise<unknown> =>
  tx
    .updateTable('papers')
    .set({ cancelled_at: at, cancelled_by: by, cancel_reason: reason })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();

const saleColumns = [
  ...fieldsOf('events', 'id kind day'),
  'detail',
  'animals.id as animalId',
  ...asFields('tagNumber name species sex castratedOn isCastrated breed color birthDate birthYear'),
] as const;

/** The sales with the current state of their animals. */
export const listSales = (tx: Tx, farmId: FarmId, ids: readonly string[]) =>
  tx
    .selectFrom('events')
    .innerJoin('animals', (join) => join.onRef('animals.farm_id', '=', 'events.farm_id').onRef('animals.id', '=', 'animal_id'))
    .select(saleColumns)
    .where('events.farm_id', '=', farmId)
    .where('events.id', 'in', ids)
    .where('kind', 'in', saleKinds)
    .where('voided_at', 'is', null)
    .orderBy('tag_number')
    .orderBy('animals.id')
    .execute();

export type SaleRow = Awaited<ReturnType<typeof listSales>>[number];

/** The numbers in use on a day. */
export const listNumbersOn = (tx: Tx, farmId: FarmId, animalIds: readonly string[], day: string) =>
  tx
    .selectFrom('animal_tags')
    .select(['animal_id as animalId', 'kind', 'number'])
    .where('farm_id', '=', farmId)
    .where('animal_id', 'in', animalIds)
    .where((eb) => eb.or([eb('from_day', 'is', null), eb('from_day', '<=', day)]))
    .where((eb) => eb.or([eb('to_day', 'is', null), eb('to_day', '>', day)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** undefined if the farm has entered no name or no address. */
export async function findSeller(
  tx: Tx,
  farmId: FarmId,
): Promise<{ name: string; address: string; phone: string | null } | undefined> {
  const { name, address } = await tx
    .selectFrom('farms')
    .select(['name', 'address'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
  const owner = await ownersOf(tx, farmId).select(['owner_name as ownerName', 'phone']).limit(1).executeTakeFirst();
  const names = [name, owner?.ownerName].filter(Boolean).join(', ');
  return names === '' || !address ? undefined : { name: names, address, phone: owner?.phone ?? null };
}

export const paperBatches = (db: Db, farmId: FarmId) =>
  inBatches<ArchivedRow>((after, limit) =>
    oldestAfter(
      db
        .selectFrom('papers')
        .select(asFields('id kind number label isReceived day content replacesId cancelledAt cancelReason createdAt'))
        .where('farm_id', '=', farmId),
      after,
      limit,
    ).execute(),
  );

interface ArchivedRow
  extends
    Pick<Database['papers'], 'id' | 'kind' | 'number' | 'label' | 'day' | 'content'>,
    Pick<Paper, 'isReceived' | 'replacesId' | 'cancelledAt' | 'cancelReason' | 'createdAt'> {}
