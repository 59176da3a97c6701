import type { OperationResult } from '#contract/sync.ts';
import { requestTimeoutMs } from '#web/lib/server/request-timeout.ts';

/** What a form is told about its save. */
export type Outcome = OperationResult | 'waiting';

/**
 * Forms that are still open while saving. Until they have the result, their operations belong to them and are not shown as done.
 */
export class OpenForms {
  /** What tells a form the result; undefined once it knows. */
  readonly #forms = new Map<string, ((outcome: Outcome) => void) | undefined>();

  readonly isOfForm = (operationId: string): boolean => this.#forms.has(operationId);

  /** Whether a form has not been told yet what became of the operation, which is then sent as a call of its own. */
  readonly isAwaited = (operationId: string): boolean => this.#forms.get(operationId) !== undefined;

  /** Resolves with the first result, after eight seconds at the latest. `release` is called when the form has handled it. */
  async wait(operationId: string): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve) => this.#forms.set(operationId, resolve));
    const timer = setTimeout(() => this.tell(operationId, 'waiting'), requestTimeoutMs);
    return outcome.finally(() => clearTimeout(timer));
  }

  /** The operation belongs to a form that waits for another one. */
  hold(operationId: string): void {
    this.#forms.set(operationId, undefined);
  }

  tell(operationId: string, outcome: Outcome): void {
    const form = this.#forms.get(operationId);
    if (form) this.#forms.set(operationId, undefined);
    form?.(outcome);
  }

  tellAll(outcome: Outcome): void {
    for (const id of this.#forms.keys()) this.tell(id, outcome);
  }

  release(operationId: string): void {
    this.#forms.delete(operationId);
  }
}
