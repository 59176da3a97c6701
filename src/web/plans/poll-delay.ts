/** Milliseconds; longer after each poll, to spare the server. */
export const pollDelayMs = (polls: number): number => Math.min(500 * 2 ** Math.max(0, polls - 1), 15_000);
