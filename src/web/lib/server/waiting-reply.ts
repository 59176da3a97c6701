type WaitsFor = 'signal' | 'room';

const waiting = new WeakMap<object, WaitsFor>();

/** The result of a call that waits in this browser to be sent, and then perhaps for room in the plan. */
export function asWaiting<T>(reply: T, waitsFor: WaitsFor = 'signal'): T {
  if (typeof reply === 'object' && reply !== null) waiting.set(reply, waitsFor);
  return reply;
}

const waitsFor = (reply: unknown): WaitsFor | undefined =>
  typeof reply === 'object' && reply !== null ? waiting.get(reply) : undefined;

export const isWaiting = (reply: unknown): boolean => waitsFor(reply) !== undefined;

export const waitsForSpace = (reply: unknown): boolean => waitsFor(reply) === 'room';

/** Part of a reply counts as waiting if the reply does. */
export const partOf = <T>(reply: unknown, part: T): T => (isWaiting(reply) ? asWaiting(part, waitsFor(reply)) : part);
