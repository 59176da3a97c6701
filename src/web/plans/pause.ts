/** Milliseconds before the next poll of a payment: short at first, then longer, to spare the server. */
export const pause = (looks: number): number => Math.min(500 * 2 ** Math.max(0, looks - 1), 15_000);
