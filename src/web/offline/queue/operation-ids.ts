const prefixLength = 24;
const tailOf = (id: string): number => Number.parseInt(id.slice(prefixLength), 16);
/** More ids than any operation needs. */
const maxIds = 65_536;

/** Ids that a call leaves to the server: the same each time the operation is applied, and increasing like the server's. */
export function idsOfOperation(operationId: string): () => string {
  let tail = tailOf(operationId);
  return () => {
    tail = (tail + 1) % 2 ** 48;
    return operationId.slice(0, prefixLength) + tail.toString(16).padStart(12, '0');
  };
}

/** Whether only this browser knows the id, until the operation is applied. */
export function isIdOfOperation(operationId: string, id: string): boolean {
  const count = (tailOf(id) - tailOf(operationId) + 2 ** 48) % 2 ** 48;
  return id.startsWith(operationId.slice(0, prefixLength)) && count > 0 && count < maxIds;
}
