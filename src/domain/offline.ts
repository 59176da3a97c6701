/** The maximum number of operations in one request. */
export const maxOperations = 50;

/** In bytes of JSON. A larger operation is sent in a request of its own. */
export const maxOperationBytes = 1_000_000;

/** The version of the format of stored operations. The server accepts the formats of the last year. */
export const operationShape = 1;

/**
 * Headers of a call that a browser has stored before sending it: the id of the operation, which makes it safe to send again, and
 * `{userId} {farmId}` of whom it belongs to. The answer has the revision of the farm that includes the call's effects. A list that fills a
 * copy of the farm is asked for with `of`; the answer has the revision of the farm before it was read, and its epoch (`Changes`).
 */
export const operationHeaders = {
  id: 'operation-id',
  of: 'operation-of',
  revision: 'operation-revision',
  epoch: 'operation-epoch',
} as const;
