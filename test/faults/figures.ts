import type { Ledger } from './ledger.ts';

/** The settings of the product in every fault. */
export const quiet = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' };

export interface Figures {
  readonly fault: string;
  readonly rounds: number;
  readonly answered: number;
  readonly retried: number;
  /** Deviations from what was answered, and requests that failed for good: must be empty. */
  readonly faults: readonly string[];
  readonly slowestReturnMs?: number;
  readonly remark?: string;
}

export const sum = (ledgers: readonly Ledger[], faults: readonly string[]): Pick<Figures, 'answered' | 'retried' | 'faults'> => ({
  answered: ledgers.reduce((total, { answered }) => total + answered, 0),
  retried: ledgers.reduce((total, { retried }) => total + retried, 0),
  faults: [...faults, ...ledgers.flatMap(({ refused }) => refused)],
});

export function table(all: readonly Figures[]): string {
  const head = ['Fault', 'Times', 'Answered writes', 'Sent again', 'Lost, doubled or failed', 'Serving again within', ''];
  const rows = all.map(({ fault, rounds, answered, retried, faults, slowestReturnMs, remark }) => [
    fault,
    rounds.toLocaleString('en-US'),
    answered.toLocaleString('en-US'),
    retried.toLocaleString('en-US'),
    String(faults.length),
    slowestReturnMs === undefined ? '' : `${(slowestReturnMs / 1000).toFixed(2)} s`,
    remark ?? '',
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
