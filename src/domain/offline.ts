/** The maximum number of operations in one request. */
export const maxOperations = 50;

/** In bytes of JSON. A larger operation is sent in a request of its own. */
export const maxOperationBytes = 1_000_000;

/** The version of the format of stored operations. The server accepts the formats of the last year. */
export const operationShape = 1;
