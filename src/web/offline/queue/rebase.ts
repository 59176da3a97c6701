import type { CollectionName } from '#contract/changes.ts';
import { mergeThreeWays } from '#web/lib/forms/three-way.ts';
import { calls, type Values } from '../calls.ts';
import { noRows, type FarmRows, type RowOf } from '../copy/farm-rows.ts';
import { bodyOf } from './operation-body.ts';
import type { StoredOperation } from './operation.ts';
import { applyOperations } from '../copy/overlay.ts';
import { healthRecordOf } from '../copy/views.ts';

export interface Rebased {
  /** The fields that both changed to different values. If there are none, `change` is applied on top of theirs. */
  readonly conflicts: readonly string[];
  readonly change: Pick<StoredOperation, 'body' | 'seen'>;
}

/** Applies a change made to an earlier version of a record to its present version. */
export function rebase(operation: StoredOperation, rows: FarmRows): Rebased {
  const { call, params, seen } = operation;
  const body = bodyOf(operation);
  const { merges: fields, of: collection } = calls[call];
  const current = collection && rows[collection].get(params['id'] ?? '');
  if (!fields || !current || !seen) return { conflicts: Object.keys(body), change: operation };
  const [base, theirs] = [valuesOf(seen), valuesOf(current)];
  const mine = valuesOf(afterChange(operation, collection, rows));
  const { conflicts } = mergeThreeWays(fields, { base, mine, theirs });
  const touched = new Set(
    mergeThreeWays(fields, { base, mine: base, theirs: mine }).fromTheirs.flatMap(({ fields: names }) => names),
  );
  const kept = Object.entries(body).filter(
    ([name]) => name === 'reason' || name === 'day' || touched.has(name === 'forSalePrice' ? 'salePrice' : name),
  );
  return {
    conflicts: conflicts.map(({ label }) => label),
    change: { body: { ...Object.fromEntries(kept), version: theirs['version'] }, seen: current },
  };
}

/** Field names of the call. Whether something is archived is the person's choice; the time is not. */
function valuesOf(row: unknown): Values {
  const { kind, archivedAt } = row as Values;
  if (kind === 'checkup') return { ...healthRecordOf(row as RowOf<'events'> & { kind: 'checkup' }) };
  return { ...(row as Values), isArchived: archivedAt != null };
}

/** The result of the change on the record as the person saw it. */
function afterChange(operation: StoredOperation, collection: CollectionName, { animals }: FarmRows): unknown {
  const id = operation.params['id'] ?? '';
  const seen = { ...noRows, animals, [collection]: new Map([[id, operation.seen]]) } as FarmRows;
  return applyOperations(seen, [{ ...operation, state: 'waiting', needs: [] }], '')[collection].get(id);
}
