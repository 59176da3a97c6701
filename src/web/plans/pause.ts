/** Milliseconds to wait before a payment is looked at again, after so many looks: soon at first, and then not to press. */
export const pause = (looks: number): number => Math.min(500 * 2 ** Math.max(0, looks - 1), 15_000);
