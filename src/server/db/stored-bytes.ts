import {
  InsertQueryNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type Transaction,
  type UnknownRow,
  UpdateQueryNode,
} from 'kysely';
import { effectivePlan, maxStoredBytes, tooManyBytesMessage } from '#domain/accounts/plans.ts';
import { Problem } from '#server/problem.ts';
import type { Db } from './engines/connect.ts';
import type { FarmId } from './farm-id.ts';
import type { Database } from './schema/schema.ts';

/** Keys, indexes and the columns of a row that are no texts. */
export const bytesPerRow = 100;

/** Counts at least what the statements of a transaction store, whatever the table. What is sent again stores nothing. */
export class StoredBytes implements KyselyPlugin {
  sum = 0;
  readonly #bytesOf = new WeakMap<QueryId, number>();

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (
      InsertQueryNode.is(node) ||
      UpdateQueryNode.is(node) ||
      (RawNode.is(node) && /^insert|^update/.test(node.sqlFragments[0] ?? ''))
    ) {
      this.#bytesOf.set(queryId, bytesPerRow + bytesIn(node));
    }
    return node;
  }

  transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const rows = result.numAffectedRows ?? result.rows.length;
    if (rows > 0) this.sum += this.#bytesOf.get(queryId) ?? 0;
    return Promise.resolve(result);
  }
}

function bytesIn(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, each) => sum + bytesIn(each), 0);
}

const maxFarms = 10_000;
const notAdded = new Map<FarmId, number>();

/** What a write has stored is added to the farm's row by the next write, which changes that row anyway. */
export function keepStoredBytes(farmId: FarmId, bytes: number): void {
  if (notAdded.size >= maxFarms) notAdded.clear();
  notAdded.set(farmId, bytes + (notAdded.get(farmId) ?? 0));
}

export function takeStoredBytes(farmId: FarmId): number {
  const bytes = notAdded.get(farmId) ?? 0;
  notAdded.delete(farmId);
  return bytes;
}

/** Rule 34. Before anything is written. */
export async function ensureBytesLeft(tx: Transaction<Database>, farmId: FarmId, storedBytes: number): Promise<void> {
  if (storedBytes < maxStoredBytes(0)) return;
  const farm = await farmsWithPlan(tx).where('farms.id', '=', farmId).executeTakeFirstOrThrow();
  const { plan, limit } = effectivePlan(farm.plan, farm.status, farm.animalLimit);
  if (storedBytes >= maxStoredBytes(limit)) throw new Problem('farm.full', { message: tooManyBytesMessage(limit, plan) });
}

export const farmsWithPlan = (db: Db | Transaction<Database>) =>
  db
    .selectFrom('farms')
    .leftJoin('pricing_plans', 'pricing_plans.plan_type', 'farms.plan_type')
    .select(['farms.plan_type as plan', 'farms.plan_status as status', 'pricing_plans.animal_limit as animalLimit']);
