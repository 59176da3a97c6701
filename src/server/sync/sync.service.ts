import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { api } from '#contract/index.ts';
import { addsRecords, type Parsed, type Reply, type Route } from '#contract/route.ts';
import { type Operation, type OperationResult, operationShape, type syncRoutes } from '#contract/sync.ts';
import { operationHeaders } from '#domain/offline.ts';
import { Id } from '#domain/records/values.ts';
import { CallerGone, runWith } from '#server/concurrency/caller.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { inFarmSnapshot, inFarmTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { asProblem } from '#server/http/errors.ts';
import { ensureOwnCopy, ensureRight, type InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { type ApplyOnce, defaultMaxBodyBytes, parseInput, type PositionBefore } from '#server/routing/mount.ts';
import { findOfflineCall, type OfflineCall, type OfflineHandlers } from './offline-calls.ts';
import { findReceipt, findReceipts, insertReceipt, readFarmState, type Receipt } from './receipts.queries.ts';

type Sync = (typeof syncRoutes)['sync'];

/** Applies a call that has been sent as itself, with the receipt that the same operation gets in `POST /api/sync`. */
export const applyOnce =
  (deps: Deps, handlersOf: OfflineHandlers): ApplyOnce =>
  async (name, { headers, params, body }, context) => {
    const member = context as InFarm;
    const id = Id.safeParse(headers[operationHeaders.id]);
    if (!id.success) throw new Problem('request.invalid', { message: 'The Operation-Id must be a UUID' });
    ensureOf(headers, member);
    const op = { id: id.data, shape: operationShape, call: name, params: params as Operation['params'], body, needs: [] };
    const { row, receipt } = await perform(deps, handlersOf, member, op, { receipt: undefined, obstacle: undefined });
    return { row, revision: receipt.revision };
  };

export const positionBefore =
  (db: Db): PositionBefore =>
  async (headers, context) => {
    const member = context as InFarm;
    ensureOf(headers, member);
    const { epoch, revision } = await readFarmState(db, member.farmId);
    return { [operationHeaders.epoch]: epoch, [operationHeaders.revision]: revision };
  };

function ensureOf(headers: FastifyRequest['headers'], member: InFarm): void {
  const [userId, farmId] = String(headers[operationHeaders.of] ?? '').split(' ');
  ensureOwnCopy(member, { ...(userId && { userId }), ...(farmId && { farmId }) });
}

/** The browser aborts a request after eight seconds. */
const maxMs = 4000;
/** Once the replies of a request have this total length, its further operations are `later`. */
const maxAnswered = 4_000_000;
/** Longer replies are not stored: a retry is answered with `replayed`, and the changes contain the records. */
const maxStored = 64_000;

/** Each operation is a separate write, so a refused one stops only those that need it. */
export async function sync(
  deps: Deps,
  handlersOf: OfflineHandlers,
  member: InFarm,
  { epoch, ops, ...copied }: Parsed<Sync>['body'],
): Promise<Reply<Sync>> {
  ensureOwnCopy(member, copied);
  const endsAt = performance.now() + maxMs;
  const farm = await inFarmSnapshot(deps.db, member.farmId, readFarmState, async (tx, state) => {
    if (state.epoch !== epoch) throw new Problem('sync.reset');
    const ids = new Set(ops.flatMap(({ id, needs }) => [id, ...needs]));
    return { ...state, receipts: await findReceipts(tx, member.farmId, [...ids]) };
  });
  let { revision } = farm;
  const receipts = new Map(farm.receipts.map((receipt) => [receipt.id, receipt]));
  const failed = new Set<string>();
  const results: OperationResult[] = [];
  let answered = 0;
  let stoppedBy: Problem | undefined;

  for (const op of ops) {
    // Refused operations do not await anything, so this lets other requests be handled between two operations.
    await setImmediate();
    if (!stoppedBy && (performance.now() > endsAt || answered > maxAnswered)) stoppedBy = new Problem('sync.no_time');
    const needsOther = op.needs.some((id) => failed.has(id) || !receipts.has(id));
    try {
      const { outcome, row, receipt, length } = await perform(deps, handlersOf, member, op, {
        receipt: receipts.get(op.id),
        obstacle: stoppedBy ?? (needsOther ? new Problem('sync.needs_other') : undefined),
      });
      receipts.set(op.id, receipt);
      revision = Math.max(revision, receipt.revision);
      answered += length;
      results.push({ id: op.id, outcome, ...(row !== undefined && { row }) });
    } catch (error) {
      if (error instanceof CallerGone) throw error;
      const problem = asProblem(error);
      // Otherwise the browser would take each operation for refused. After the next sign-in it sends all again.
      if (problem.status === 401) throw problem;
      if (problem.status >= 500 && problem !== error) {
        member.log.error({ err: error, call: op.call, operation: op.id }, problem.code);
      }
      if (stopsAll.has(problem.code)) stoppedBy = problem;
      failed.add(op.id);
      results.push(describeFailure(op, problem));
    }
  }
  return { revision, results };
}

/** Problems that affect all writes of the server. */
const stopsAll: ReadonlySet<Problem['code']> = new Set(['server.busy', 'server.full', 'server.unsure']);

interface Performed {
  readonly outcome: 'applied' | 'replayed';
  readonly row: unknown;
  /** The length of the row as JSON. */
  readonly length: number;
  readonly receipt: Receipt;
}

interface Known {
  readonly receipt: Receipt | undefined;
  /** Why the operation cannot be applied now, unless it was applied before. */
  readonly obstacle: Problem | undefined;
}

async function perform(
  deps: Deps,
  handlersOf: OfflineHandlers,
  member: InFarm,
  op: Operation,
  { receipt, obstacle }: Known,
): Promise<Performed> {
  const content = JSON.stringify([op.call, op.params, op.body]);
  const digest = hash('sha256', content);
  if (receipt) return replay(receipt, digest);
  if (obstacle) throw obstacle;

  const call = findOfflineCall(op);
  const route: Route & { readonly access: 'farm' } = api[call];
  ensureRight(member, route.needs);
  if (Buffer.byteLength(content) > (route.maxBodyBytes ?? defaultMaxBodyBytes)) throw new Problem('request.too_large');
  const { farmId } = member;
  const { params, body } = op;
  const input = parseInput(route, { params, body, query: {}, log: member.log, ip: member.ip });
  try {
    return await runWith({ addsRecords: addsRecords(route) }, () =>
      inFarmTransaction(deps.db, farmId, async (tx) => {
        const meanwhile = await findReceipt(tx, farmId, op.id);
        if (meanwhile) throw new AppliedMeanwhile(meanwhile);
        const handlers = handlersOf({ ...deps, db: tx }) as Readonly<Record<OfflineCall, Handler>>;
        const act = { ...member, call };
        const row = route.reply.parse(await handlers[call](input, act));
        const answer = JSON.stringify(row);
        const stored = { farmId, id: op.id, digest, answer: answer.length > maxStored ? null : answer };
        return { outcome: 'applied', row, length: answer.length, receipt: await insertReceipt(tx, stored) };
      }),
    );
  } catch (error) {
    if (error instanceof AppliedMeanwhile) return replay(error.receipt, digest);
    throw error;
  }
}

type Handler = (input: unknown, context: InFarm) => Promise<unknown>;

/** Thrown if a concurrent request has applied the operation. */
class AppliedMeanwhile extends Error {
  readonly receipt: Receipt;
  constructor(receipt: Receipt) {
    super();
    this.receipt = receipt;
  }
}

function replay(receipt: Receipt, digest: string): Performed {
  if (receipt.digest !== digest) throw new Problem('sync.other_content');
  const { answer } = receipt;
  return { outcome: 'replayed', row: answer === null ? undefined : JSON.parse(answer), length: answer?.length ?? 0, receipt };
}

function describeFailure({ id }: Operation, { code, status, message, fields, moreErrors }: Problem): OperationResult {
  const isLater = status === 424 || status === 429 || status >= 500;
  return {
    id,
    outcome: code === 'record.stale' ? 'clash' : isLater ? 'later' : 'refused',
    status,
    code,
    message,
    ...(fields && { errors: [...fields] }),
    ...(moreErrors > 0 && { moreErrors }),
  };
}
