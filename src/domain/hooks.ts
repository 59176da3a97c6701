import { type RecordKind, recordKindNames } from './records/kinds.ts';

/** The records whose changes a webhook can report. */
export const hookKinds = recordKindNames;
export type HookKind = RecordKind;

const changes = ['created', 'changed', 'deleted'] as const;
export type HookEvent = `${HookKind}.${(typeof changes)[number]}`;

export const hookEvents: readonly HookEvent[] = hookKinds.flatMap((kind) =>
  changes.map((change) => `${kind}.${change}` as const),
);

/** The first message to each webhook. */
export const hookAdded = 'hook.created';

const minute = 60;
const hour = 60 * minute;
/** Seconds before each attempt, as recommended by Standard Webhooks. */
export const hookRetries = [
  0,
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;
