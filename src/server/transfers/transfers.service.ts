import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { FullPaper } from '#contract/papers.ts';
import type { ArrivedAnimals, NewTransfer, OfferedTransfer, Transfer } from '#contract/transfers.ts';
import { planImport } from '#server/archive/import-archive.service.ts';
import { writeRecords } from '#server/archive/write-records.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { mayManageNow } from '#server/db/memberships.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { revokeOpen } from '#server/db/revoke-open.ts';
import { inFarmTransaction, inSnapshot, type Tx } from '#server/db/transaction.ts';
import { waitUntilFilled } from '#server/db/filling.ts';
import type { Deps } from '#server/deps.ts';
import { storePicture } from '#server/files/files.service.ts';
import type { PersonInFarm } from '#server/http/guards.ts';
import { hashToken } from '#server/http/sessions.ts';
import { listEidHolders } from '#server/journal/eids-in-use.queries.ts';
import { findPaper } from '#server/papers/papers.queries.ts';
import { readPaper } from '#server/papers/papers.service.ts';
import { Problem } from '#server/problem.ts';
import { dayMs, endsWithin, timeAfter } from '#server/time-after.ts';
import { numberKey } from '#domain/animals/tags.ts';
import { collectSold, ensureMovementDocument, type Sold } from './collect-sold.ts';
import { sharedKinds } from './shared-events.ts';
import {
  claimTransfer,
  countEvents,
  countMadeSince,
  findTransfer,
  findTransferRow,
  insertTransfer,
  listTransferRows,
  storeArrival,
  type FoundTransfer,
  type TransferRow,
} from './transfers.queries.ts';

const openMs = 14 * dayMs;
const maxPerDay = 50;

const wrongCodes = { hits: 20, seconds: 3600 };
const tooManyCodes = 'Too many codes were tried. Wait a while and try again.';
const acceptances = { hits: 30, seconds: 3600 };
const tooManyAcceptances = 'Your farm has accepted very many animals in the last hour. Wait a while and try again.';

const stateOf = ({ acceptedAt, revokedAt, expiresAt }: TransferRow, now: Date): Transfer['state'] => {
  if (acceptedAt !== null) return 'accepted';
  if (revokedAt !== null) return 'revoked';
  return endsWithin(expiresAt, openMs, now) ? 'waiting' : 'expired';
};

const toTransfer = (row: TransferRow, now: Date): Transfer => ({ ...row, state: stateOf(row, now) });

export async function listTransfers({ db, now }: Deps, farmId: FarmId, paperId: string): Promise<Transfer[]> {
  await readPaper(db, farmId, paperId);
  const rows = await listTransferRows(db, farmId, paperId);
  return rows.map((row) => toTransfer(row, now()));
}

/** 32 letters and digits without look-alikes. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 20;

const newCode = (): string => Array.from(randomBytes(codeLength), (byte) => letters[byte % letters.length]).join('');
const formatCode = (code: string): string => code.match(/.{5}/g)?.join('-') ?? code;

/** Accepts any spelling of the code. */
const hashCode = (typed: string): string =>
  hashToken(
    typed
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  );

export async function makeTransfer(
  { db, now }: Deps,
  { farmId, viewer, log }: PersonInFarm,
  { paperId, withNotes }: z.output<typeof NewTransfer>,
): Promise<{ transfer: Transfer; code: string }> {
  const code = newCode();
  const id = uuidv7();
  const transfer = await inFarmTransaction(db, farmId, async (tx) => {
    const at = now();
    const paper = ensureMovementDocument(await findPaper(tx, farmId, paperId));
    const earlier = await listTransferRows(tx, farmId, paperId);
    if (earlier.some(({ acceptedAt }) => acceptedAt !== null)) throw new Problem('transfers.accepted');
    await collectSold(tx, farmId, paper, { farmName: null, withNotes });
    if ((await countMadeSince(tx, farmId, timeAfter(at, -dayMs))) >= maxPerDay) {
      const message = 'Your farm has made many codes today. Try again tomorrow.';
      throw new Problem('request.too_many', { message, retryAfter: 86_400 });
    }
    await revokeOpen(tx, 'transfers', [farmId], ['paper_id', paperId], at);
    const expiresAt = timeAfter(at, openMs);
    const row = { id, tokenHash: hashToken(code), paperId, withNotes, createdBy: viewer.userId, expiresAt };
    await insertTransfer(tx, farmId, row, at);
    return toTransfer((await findTransferRow(tx, farmId, id))!, at);
  });
  log.info({ security: 'code for sold animals made', farmId, by: viewer.userId });
  return { transfer, code: formatCode(code) };
}

export const revokeTransfer = ({ db, now }: Deps, { farmId }: { readonly farmId: FarmId }, id: string): Promise<void> =>
  inFarmTransaction(db, farmId, async (tx) => {
    if ((await revokeOpen(tx, 'transfers', [farmId], ['id', id], now())) > 0n) return;
    const row = await findTransferRow(tx, farmId, id);
    if (!row) throw new Problem('transfers.not_found');
    if (row.acceptedAt !== null) throw new Problem('transfers.accepted');
  });

/** Finds a valid code, whose creator must still have the right to sell for the farm. */
async function readOpen(db: Db | Tx, found: FoundTransfer | undefined, now: Date): Promise<FoundTransfer> {
  if (!found || stateOf(found, now) !== 'waiting' || found.createdBy === null) throw new Problem('transfers.invalid');
  if (!(await mayManageNow(db, { farmId: found.farmId, userId: found.createdBy }, now))) throw new Problem('transfers.invalid');
  return found;
}

export const openTransfer = ({ db, limits, now }: Deps, code: string, ip: string): Promise<OfferedTransfer> =>
  limits.attempt(`transfer:${addressKey(ip)}`, wrongCodes, tooManyCodes, async () => {
    const { farmId, paperId, farmName, expiresAt, withNotes } = await readOpen(db, await findTransfer(db, hashCode(code)), now());
    const paper = await readValidPaper(db, farmId, paperId);
    const ids = paper.content.animals.map(({ animalId }) => animalId);
    const kinds = sharedKinds.filter((kind) => withNotes || kind !== 'note');
    return {
      farmName,
      day: paper.day,
      expiresAt,
      withNotes,
      animals: paper.content.animals,
      entries: await countEvents(db, farmId, ids, kinds),
    };
  });

/** A code with an invalid paper is reported to the buyer as an invalid code. */
async function readValidPaper(db: Db | Tx, farmId: FarmId, paperId: string): Promise<FullPaper> {
  const paper = await findPaper(db, farmId, paperId);
  if (!paper || paper.cancelledAt !== null) throw new Problem('transfers.invalid');
  return paper;
}

/** All or nothing. Adds the animals to the open farm, within its cap. */
export async function acceptTransfer(deps: Deps, person: PersonInFarm, code: string): Promise<ArrivedAnimals> {
  const { db, limits, now } = deps;
  const { farmId, ip, viewer, log } = person;
  await limits.hit(`transfers:${farmId}`, acceptances, tooManyAcceptances);
  return limits.attempt(`transfer:${addressKey(ip)}`, wrongCodes, tooManyCodes, async () => {
    const found = await findTransfer(db, hashCode(code));
    // A retry after a lost answer.
    if (found?.arrival && found.acceptedIn === farmId) return found.arrival;
    const transfer = await readOpen(db, found, now());
    if (transfer.farmId === farmId) throw new Problem('transfers.own_farm');
    await waitUntilFilled(db, transfer.farmId);
    const before = await inSnapshot(db, (tx) => collect(tx, transfer));
    const photos = await storePhotos(deps, farmId, before);
    currentCaller()?.signal.throwIfAborted();
    const arrival = await inFarmTransaction(db, farmId, async (tx) => {
      if (!(await claimTransfer(tx, transfer, farmId, now()))) return findConcurrentArrival(tx, code, farmId);
      await readOpen(tx, { ...transfer, acceptedAt: null }, now());
      const sold = await collect(tx, transfer);
      const arrived = await importSold(tx, person, now(), sold, photos);
      await storeArrival(tx, transfer, arrived);
      return arrived;
    });
    log.info({ security: 'sold animals taken over', from: transfer.farmId, farmId, by: viewer.userId });
    return arrival;
  });
}

/** The arrival of a concurrent request of the same farm, which has claimed the code; throws if another farm has. */
async function findConcurrentArrival(tx: Tx, code: string, farmId: FarmId): Promise<ArrivedAnimals> {
  const current = await findTransfer(tx, hashCode(code));
  if (current?.arrival && current.acceptedIn === farmId) return current.arrival;
  throw new Problem('transfers.invalid');
}

async function collect(tx: Tx, { farmId, farmName, paperId, withNotes }: FoundTransfer): Promise<Sold> {
  return collectSold(tx, farmId, await readValidPaper(tx, farmId, paperId), { farmName, withNotes });
}

interface Photos {
  readonly urls: ReadonlyMap<string, string>;
  readonly leftOut: number;
}

/** Called before the transaction, because encoding pictures takes time. Pictures beyond the quota are left out. */
async function storePhotos(deps: Deps, farmId: FarmId, { photos }: Sold): Promise<Photos> {
  const urls = new Map<string, string>();
  for (const [name, picture] of photos) {
    currentCaller()?.signal.throwIfAborted();
    const stored = await deps.pictures.get(picture);
    if (!stored) continue;
    const url = await storePicture(deps, farmId, await buffer(stored.content)).catch((error: unknown) => {
      if (error instanceof Problem && error.status < 500) return undefined;
      throw error;
    });
    if (url !== undefined) urls.set(name, url);
  }
  return { urls, leftOut: photos.size - urls.size };
}

async function importSold(
  tx: Tx,
  person: PersonInFarm,
  now: Date,
  { records, moved }: Sold,
  { urls, leftOut }: Photos,
): Promise<ArrivedAnimals> {
  const { farmId } = person;
  const plan = await planImport(tx, farmId, records, 'This sale');
  const here = moved.find(({ id }) => plan.ids.animals.exists(id));
  if (here) throw new Problem('transfers.already_here', { message: `${here.tagNumber} is already on your farm.` });
  await ensureEidsFree(tx, farmId, { records, moved });
  const written = await writeRecords(tx, records, plan, { act: person, now, photos: urls, write: (part) => part(tx) });
  await insertRows(tx, farmId, 'papers', written.papers);
  return {
    animals: moved.map(({ id, tagNumber, name }) => ({ id: plan.ids.animals.of(id), tagNumber, name })),
    entries: written.healthAdded + written.eventsAdded,
    ancestors: plan.missing.animals.length - moved.length,
    papers: records.papers.map(({ id, label }) => ({ id: plan.ids.papers.of(id), label })),
    photosLeftOut: leftOut,
  };
}

/** Rule 56: two present animals cannot have the same EID in use. */
async function ensureEidsFree(tx: Tx, farmId: FarmId, { records, moved }: Pick<Sold, 'records' | 'moved'>): Promise<void> {
  const byId = new Map(moved.map((animal) => [animal.id, animal]));
  const eids = records.animalTags.filter(({ animalId, kind, toDay }) => kind === 'eid' && toDay === null && byId.has(animalId));
  if (eids.length === 0) return;
  const holders = await listEidHolders(
    tx,
    farmId,
    eids.map(({ number }) => numberKey(number)),
  );
  const [holder] = holders;
  if (!holder) return;
  const incoming = eids.find(({ number }) => numberKey(number) === holder.eid);
  const tag = byId.get(incoming?.animalId ?? '')?.tagNumber ?? '';
  throw new Problem('transfers.already_here', {
    message: `Your animal ${holder.tagNumber} has the EID of ${tag}. End it there first, or delete that animal if it is the same one. Nothing was transferred.`,
  });
}
