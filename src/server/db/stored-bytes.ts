import { Problem } from '#server/problem.ts';
import type { FarmId } from './farm-id.ts';

/** Many times what the people of a farm enter. Imports log little more than the ids of what they add. */
export const maxBytesPerHour = 256 * 1024 * 1024;
/** Keys, indexes and the other columns of a row. */
const bytesPerRow = 100;
const hourMs = 3_600_000;

let current = { hour: 0, bytesOf: new Map<FarmId, number>() };
const admitted = new WeakSet<object>();

/**
 * Counts what a write of a farm adds to the log of changes and to the receipts, which are stored for years: a single account that changes long
 * lists again and again would otherwise fill the disk within hours. Once the limit of an hour is passed, further writes are refused, but none
 * that has already begun.
 */
export function countStoredBytes(act: { readonly farmId: FarmId }, now: Date, texts: readonly (string | null)[]): void {
  const hour = Math.floor(now.getTime() / hourMs);
  if (hour !== current.hour) current = { hour, bytesOf: new Map() };
  const before = current.bytesOf.get(act.farmId) ?? 0;
  if (before >= maxBytesPerHour && !admitted.has(act)) {
    const message = 'Very much was changed on your farm in the last hour. Wait a while and try again.';
    throw new Problem('request.too_many', { message, retryAfter: Math.ceil((hourMs - (now.getTime() % hourMs)) / 1000) });
  }
  admitted.add(act);
  const bytes = texts.reduce((sum, text) => sum + (text?.length ?? 0) + bytesPerRow, 0);
  current.bytesOf.set(act.farmId, before + bytes);
}
