import { operationShape } from '#domain/offline.ts';
import { isOfflineCall, type StoredOperation } from '../queue/operation.ts';

/** Each converts from the shape of its key to the next one. */
type Upgrades = Readonly<Record<number, (operation: StoredOperation) => StoredOperation>>;

const upgrades: Upgrades = {};

/**
 * Converts an operation stored by an earlier version of the app. An operation that this version does not know, such as one from a
 * newer version, is parked: a person can look at it, and a later version can send it.
 */
export function upgradeOperation(operation: StoredOperation, known = upgrades, shape = operationShape): StoredOperation {
  if (operation.shape === shape) return isOfflineCall(operation.call) ? operation : parked(operation);
  const upgrade = known[operation.shape];
  return upgrade && operation.shape < shape
    ? upgradeOperation({ ...upgrade(operation), shape: operation.shape + 1 }, known, shape)
    : parked(operation);
}

const parked = (operation: StoredOperation): StoredOperation => ({
  ...operation,
  state: 'refused',
  last: {
    id: operation.id,
    outcome: 'refused',
    message:
      'Another version of the app stored this, and this version cannot read it. Reload the page to get the newest version.',
  },
});
