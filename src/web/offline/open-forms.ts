import type { OperationResult } from '#contract/sync.ts';
import { requestTimeoutMs } from '#web/lib/request-timeout.ts';

/** What a form is told about its save. */
export type Outcome = OperationResult | 'waiting';

/**
 * Forms that are still open while saving. Until they have the result, their operations belong to them and are not shown as done.
 */
export class OpenForms {
  readonly #forms = new Map<string, (outcome: Outcome) => void>();

  readonly isOfForm = (operationId: string): boolean => this.#forms.has(operationId);

  /** Resolves with the first result, after eight seconds at the latest. `release` is called when the form has handled it. */
  async wait(operationId: string): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve) => this.#forms.set(operationId, resolve));
    const timer = setTimeout(() => this.tell(operationId, 'waiting'), requestTimeoutMs);
    return outcome.finally(() => clearTimeout(timer));
  }

  /** The operation belongs to a form that waits for another one. */
  hold(operationId: string): void {
    this.#forms.set(operationId, () => {});
  }

  tell(operationId: string, outcome: Outcome): void {
    this.#forms.get(operationId)?.(outcome);
  }

  tellAll(outcome: Outcome): void {
    for (const form of this.#forms.values()) form(outcome);
  }

  release(operationId: string): void {
    this.#forms.delete(operationId);
  }
}
