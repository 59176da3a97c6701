import { uuidv7 } from 'uuidv7';
import type { FullPaper, NewPaper, Paper, PaperAnimal, PaperContent, PaperKind, PapersQuery } from '#contract/papers.ts';
import { summaryOf } from '#domain/journal/summary.ts';
import type { EventDetail, EventKind } from '#domain/records/events.ts';
import { userOf, type Author } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { revokeOpen } from '#server/db/revoke-open.ts';
import { slicesOf } from '#server/db/slices.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { InFarm } from '#server/http/guards.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { completeStates } from '#server/journal/animal-states.ts';
import { toDetail } from '#server/journal/journal.queries.ts';
import { readStates } from '#server/journal/states.queries.ts';
import { Problem } from '#server/problem.ts';
import {
  countAnimalsOnPapers,
  findPaper,
  findSeller,
  insertPaper,
  issuedPapers,
  listNumbersOn,
  listPaperRows,
  listSales,
  markCancelled,
  readNextNumber,
  toPaperRow,
  type SaleRow,
} from './papers.queries.ts';

type Needs = Pick<Deps, 'db' | 'now' | 'limits'>;

const perHour = { hits: 600, seconds: 3600 };
const tooOften = 'Your farm has issued very many papers in the last hour. Wait a while and try again.';

/** The limit for all papers of a year, so that they cannot fill the disk. */
const maxAnimalsAYear = 50_000;

const letters: Readonly<Record<PaperKind, string>> = { receipt: 'R', movement: 'M' };

export async function listPapers(db: Db, { farmId, linkNext }: InFarm, query: PapersQuery): Promise<Paper[]> {
  const papers = await listPaperRows(db, farmId, query, query.limit + 1);
  const page = papers.slice(0, query.limit);
  const last = page.at(-1);
  if (papers.length > page.length && last) linkNext([last.day, last.createdAt, last.id].join('_'));
  return page;
}

export async function readPaper(db: Db | Tx, farmId: FarmId, id: string): Promise<FullPaper> {
  const paper = await findPaper(db, farmId, id);
  if (!paper) throw new Problem('papers.not_found');
  return paper;
}

/** The lock of the farm gives each paper the number after the last one. */
export async function issuePaper(
  { db, now, limits }: Needs,
  act: InFarm,
  { id = uuidv7(), ...input }: NewPaper,
): Promise<FullPaper> {
  const { farmId, by } = act;
  await limits.hit(`papers:${farmId}`, perHour, tooOften);
  return inFarmTransaction(db, farmId, async (tx) => {
    await createOnce(tx, 'papers', farmId, { id, ...input }, async (createDigest) => {
      const moment = now();
      const { kind, replaces } = input;
      const seller = await findSeller(tx, farmId);
      if (!seller) throw new Problem('papers.lacks_seller');
      const { day, animals } = await readSold(tx, farmId, input);
      const replaced = replaces && (await cancel(tx, farmId, replaces, { now: moment, by, kind }));
      await ensureNotIssued(issuedPapers(tx, farmId, day), kind, animals);
      const year = Number(day.slice(0, 4));
      if ((await countAnimalsOnPapers(tx, farmId, year)) + animals.length > maxAnimalsAYear) {
        throw new Problem('farm.full', { message: `The papers of one year can hold ${maxAnimalsAYear} animals.` });
      }
      const number = await readNextNumber(tx, farmId, kind, year);
      const { destination, haulier, vehicle, note, buyer, holding } = input;
      const content: PaperContent = {
        seller: { ...seller, holding },
        buyer,
        animals,
        destination,
        haulier,
        vehicle,
        note,
        replaces: replaced?.label ?? null,
      };
      const row = toPaperRow({
        id,
        kind,
        number,
        label: `${letters[kind]}-${year}-${number}`,
        isReceived: false,
        day,
        content,
        replaces_id: replaced?.id ?? null,
        issued_by: userOf(by),
        create_digest: createDigest,
        created_at: moment.toISOString(),
      });
      return insertPaper(tx, farmId, row);
    });
    return readPaper(tx, farmId, id);
  });
}

export const cancelPaper = ({ db, now }: Needs, { farmId, by }: InFarm, id: string, reason: string): Promise<FullPaper> =>
  inFarmTransaction(db, farmId, async (tx) => {
    const before = await readPaper(tx, farmId, id);
    // The same reason means a retry.
    if (before.cancelledAt !== null && before.cancelReason !== reason) throw new Problem('papers.cancelled');
    await cancel(tx, farmId, { id, reason }, { now: now(), by, kind: before.kind });
    return readPaper(tx, farmId, id);
  });

interface Cancelling {
  readonly now: Date;
  readonly by: Author;
  readonly kind: PaperKind;
}

/** A paper that is already cancelled does not change. */
async function cancel(
  tx: Tx,
  farmId: FarmId,
  { id, reason }: { readonly id: string; readonly reason: string },
  { now, by, kind }: Cancelling,
): Promise<FullPaper> {
  const paper = await readPaper(tx, farmId, id);
  if (paper.isReceived) throw new Problem('papers.received');
  if (paper.kind !== kind) throw Problem.field('replaces.id', 'This paper is of another kind. Choose the one that is wrong.');
  if (paper.replacedBy) throw Problem.field('replaces.id', `This paper was already replaced by ${paper.replacedBy.label}.`);
  if (paper.cancelledAt === null) {
    await markCancelled(tx, farmId, id, { at: now.toISOString(), by: userOf(by), reason });
    await revokeOpen(tx, 'transfers', [farmId], ['paper_id', id], now);
  }
  return paper;
}

async function ensureNotIssued(
  issued: ReturnType<typeof issuedPapers>,
  kind: PaperKind,
  animals: readonly PaperAnimal[],
): Promise<void> {
  const sold = new Set(animals.map(({ animalId }) => animalId));
  for await (const paper of issued) {
    const twice = paper.kind === kind ? paper.content.animals.find(({ animalId }) => sold.has(animalId)) : undefined;
    if (!twice) continue;
    throw new Problem('papers.issued', {
      message: `${twice.tagNumber} is already on ${paper.label}. Cancel or replace that one.`,
    });
  }
}

async function readSold(
  tx: Tx,
  farmId: FarmId,
  { eventIds, kind }: NewPaper,
): Promise<{ readonly day: string; readonly animals: PaperAnimal[] }> {
  const ids = [...new Set(eventIds)];
  const sales = await listSales(tx, farmId, ids);
  const [first] = sales;
  if (!first || sales.length < ids.length)
    throw Problem.field('eventIds', 'Your farm has no such sale. It may have been undone.');
  const { day } = first;
  if (sales.some((sale) => sale.day !== day)) {
    throw Problem.field('eventIds', 'These animals were sold on different days. Issue a paper for each day.');
  }
  const animalIds = sales.map(({ animalId }) => animalId);
  if (new Set(animalIds).size < animalIds.length) throw Problem.field('eventIds', 'An animal is named twice.');
  const numbers = Map.groupBy(await listNumbersOn(tx, farmId, animalIds, day), ({ animalId }) => animalId);
  const withheld = await readWithheld(tx, farmId, animalIds, day);
  return {
    day,
    animals: sales.map((sale) =>
      toPaperAnimal(sale, { kind, numbers: numbers.get(sale.animalId), withheld: withheld.get(sale.animalId) }),
    ),
  };
}

type Withheld = PaperAnimal['withheld'];

async function readWithheld(tx: Tx, farmId: FarmId, ids: readonly string[], day: string): Promise<ReadonlyMap<string, Withheld>> {
  const found = new Map<string, Withheld>();
  for (const slice of slicesOf(ids)) {
    for (const [id, state] of await completeStates(tx, farmId, await readStates(tx, farmId, slice)))
      found.set(id, [...summaryOf(state, day).withdrawals]);
  }
  return found;
}

interface Beside {
  readonly kind: PaperKind;
  readonly numbers: readonly PaperAnimal['numbers'][number][] | undefined;
  readonly withheld: Withheld | undefined;
}

function toPaperAnimal(
  { id: _id, kind: eventKind, day, detail, castratedOn, isCastrated, ...animal }: SaleRow,
  { kind, numbers = [], withheld = [] }: Beside,
): PaperAnimal {
  const { price } = toDetail(eventKind as EventKind, detail) as EventDetail<'sale'>;
  return {
    ...animal,
    isCastrated: castratedOn === null ? isCastrated : castratedOn <= day,
    numbers: numbers.map((each) => ({ kind: each.kind, number: each.number })),
    price: kind === 'receipt' ? price : null,
    withheld,
    reason: null,
  };
}
