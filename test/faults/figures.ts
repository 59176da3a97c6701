/** What a fault did to the product. */
export interface Figures {
  readonly fault: string;
  /** How often it happened. */
  readonly rounds: number;
  /** Answered writes. */
  readonly answered: number;
  /** Requests that were sent again because no answer came. */
  readonly retried: number;
  /** Whatever is not as the answers said, and requests that no retry mended: must be empty. */
  readonly faults: readonly string[];
  /** The longest time until the product served again, in ms. */
  readonly slowestReturnMs?: number;
  readonly remark?: string;
}

/** The table, as Markdown; one line a fault. */
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
