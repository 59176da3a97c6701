import {
  InsertQueryNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type Transaction,
  type UnknownRow,
  UpdateQueryNode,
} from 'kysely';
import { effectivePlan, maxStoredBytes, tooManyBytesMessage } from '#domain/plans.ts';
import { Problem } from '#server/problem.ts';
import type { Db } from './connect.ts';
import type { FarmId } from './farm-id.ts';
import type { Database } from './schema.ts';

/** Keys, indexes and the columns of a row that are no texts. */
export const bytesPerRow = 100;

/** Counts at least what the statements of a transaction store, whatever the table. */
export class StoredBytes implements KyselyPlugin {
  sum = 0;

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (
      InsertQueryNode.is(node) ||
      UpdateQueryNode.is(node) ||
      (RawNode.is(node) && /^insert|^update/.test(node.sqlFragments[0] ?? ''))
    ) {
      this.sum += bytesPerRow + bytesIn(node);
    }
    return node;
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
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
