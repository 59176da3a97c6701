import type { Deps } from '#server/deps.ts';

/** Work in the background, done by one server at a time. */
export interface Job {
  /** Its key among all servers. */
  readonly name: string;
  /** How long after its last start it is due again. */
  readonly everyMs: number;
  /**
   * Leaves a moment after `signal` says so (`signal.throwIfAborted()` between two steps): the server ends, or another one has taken
   * the job over. What throws is said in the log and tried again. A server may die at any point: what was done twice must come out
   * as if it were done once.
   */
  readonly run: (deps: Deps, signal: AbortSignal) => Promise<void>;
}
