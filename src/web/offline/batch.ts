import { maxOperationBytes, maxOperations } from '#domain/offline.ts';
import { photoIn } from './photos.ts';
import type { QueuedOperation } from './database.ts';

/**
 * The operations to send next, oldest first. Excludes those that wait for a photo or a decision, and those that depend on them. One
 * that a form awaits is alone.
 */
export function nextBatch(
  operations: readonly QueuedOperation[],
  isAwaited: (operationId: string) => boolean,
): readonly QueuedOperation[] {
  const blocked = new Set<string>();
  const batch: QueuedOperation[] = [];
  let bytes = 0;
  for (const operation of operations) {
    if (operation.state === 'applied') continue;
    if (operation.state !== 'waiting' || photoIn(operation.body) !== undefined || operation.needs.some((id) => blocked.has(id))) {
      blocked.add(operation.id);
      continue;
    }
    if (isAwaited(operation.id)) return batch.length > 0 ? batch : [operation];
    bytes += JSON.stringify(operation.body ?? null).length;
    if (batch.length === maxOperations || (batch.length > 0 && bytes > maxOperationBytes)) break;
    batch.push(operation);
  }
  return batch;
}
