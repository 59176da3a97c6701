import type { Deps } from '#server/deps.ts';

export interface Job {
  readonly name: string;
  /** The interval between two starts. */
  readonly everyMs: number;
  /** Removes or ends what has reached an age, so it waits while the clock may be wrong. */
  readonly byAge?: true;
  /**
   * Ends soon after `signal` is aborted (`signal.throwIfAborted()` between two steps): the server shuts down, or another one has taken
   * the job over. An error is logged and the job retried. A server may die at any point, so every step must be idempotent.
   */
  readonly run: (deps: Deps, signal: AbortSignal) => Promise<void>;
}
