import { momentText } from '#web/lib/text/moments.ts';
import { type OutageCause, outageWords } from '#web/lib/server/outage.ts';
import type { StoredOperation } from './operation.ts';
import type { SyncStatus } from '../copy/shown-farm.ts';

export interface SyncState {
  readonly kind: 'needsYou' | OutageCause | 'waiting' | 'saved';
  readonly text: string;
  /** Left out on a narrow screen. */
  readonly more?: string;
}

/** The text in the header. Entries that need a decision come first. */
export function syncStateOf({ operations, outage }: SyncStatus, now = new Date()): SyncState {
  const { needsYou, waitsForSpace, onThisPhone } = groupsOf(operations);
  const decisions = needsYou.length + (waitsForSpace.length > 0 ? 1 : 0);
  if (decisions > 0) return { kind: 'needsYou', text: `Needs you ${decisions}` };
  if (outage) {
    const { cause, since } = outage;
    return { kind: cause, text: outageWords[cause].short, more: ` since ${momentText(since, now)}` };
  }
  const waiting = onThisPhone.length;
  return waiting > 0 ? { kind: 'waiting', text: `Not sent yet ${waiting}` } : { kind: 'saved', text: 'Saved' };
}

export interface OperationGroups {
  /** Refused, or changed elsewhere too. */
  readonly needsYou: readonly StoredOperation[];
  /** Refused because the plan is full, with the operations that depend on them. */
  readonly waitsForSpace: readonly StoredOperation[];
  readonly onThisPhone: readonly StoredOperation[];
}

export function groupsOf(operations: readonly StoredOperation[]): OperationGroups {
  const beyondPlan = operations.filter(({ state, last }) => state === 'refused' && last?.code === 'plan.limit_reached');
  const waitsForSpace = withDependents(beyondPlan, operations);
  const others = operations.filter((operation) => !waitsForSpace.includes(operation));
  return {
    needsYou: others.filter(({ state }) => state !== 'waiting'),
    waitsForSpace,
    onThisPhone: others.filter(({ state }) => state === 'waiting'),
  };
}

/** The operations and those that depend on them, oldest first. */
export function withDependents(
  roots: readonly StoredOperation[],
  operations: readonly StoredOperation[],
): readonly StoredOperation[] {
  const ids = new Set(roots.map(({ id }) => id));
  return operations.filter(({ id, needs }) => {
    const belongs = ids.has(id) || needs.some((needed) => ids.has(needed));
    if (belongs) ids.add(id);
    return belongs;
  });
}
