/** The most operations that a browser sends together. */
export const maxOperations = 50;

/** In bytes of JSON; a request with one larger operation has only this one. */
export const maxOperationBytes = 1_000_000;

/** The form in which a browser stores its operations. The server takes those of the last year. */
export const operationShape = 1;
