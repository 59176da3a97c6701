import type { Route } from '#contract/route.ts';
import { calls } from '../calls.ts';
import { FarmDraft } from './draft.ts';
import type { FarmRows } from './farm-rows.ts';
import type { Act } from '../effects/journal-changes.ts';
import { idsOfOperation } from '../queue/operation-ids.ts';
import type { StoredOperation } from '../queue/operation.ts';
import type { Written } from '../effects/replies.ts';

/**
 * The rows after the waiting operations are applied in order. An operation that depends on one that was not accepted waits too.
 */
export function applyOperations(
  rows: FarmRows,
  operations: readonly StoredOperation[],
  by: string,
  room: Act['room'] = () => Infinity,
): FarmRows {
  const draft = new FarmDraft(rows);
  const parked = new Set<string>();
  for (const operation of operations.toSorted((a, b) => a.seq - b.seq)) {
    if (operation.state !== 'waiting' || operation.needs.some((id) => parked.has(id))) parked.add(operation.id);
    else apply({ draft, by, room }, operation);
  }
  return draft.rows();
}

function apply(context: Pick<Act, 'draft' | 'by' | 'room'>, operation: StoredOperation): void {
  const input = parse(operation);
  if (!input) return;
  const act: Act = { ...context, at: momentOf(operation), newId: idsOfOperation(operation.id) };
  (calls[operation.call].effect as (act: Act, input: unknown) => void)(act, input);
}

/** Parsed as the server would; undefined if it would be rejected. */
function parse({ call, params, body }: StoredOperation): unknown {
  const route: Route = calls[call].route;
  const [parsedParams, parsedBody] = [route.params?.safeParse(params), route.body?.safeParse(body)];
  const isRead = parsedParams?.success !== false && parsedBody?.success !== false;
  return isRead ? { params: parsedParams?.data, body: parsedBody?.data } : undefined;
}

/** By the server's clock. */
const momentOf = ({ madeAt, clockSkewMs }: StoredOperation): string => new Date(Date.parse(madeAt) + clockSkewMs).toISOString();

/** The call's result, from the rows before and after it; undefined if it had no effect. */
export function replyOf(before: FarmRows, after: FarmRows, operation: StoredOperation): unknown {
  const input = parse(operation);
  return input && (calls[operation.call].reply as (change: Written, input: unknown) => unknown)({ before, after }, input);
}
