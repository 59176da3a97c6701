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
