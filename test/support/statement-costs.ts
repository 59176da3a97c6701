import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { Engine } from '#server/db/engines/connect.ts';

/** `cost` is the rows that PostgreSQL read or the steps of SQLite's virtual machine. */
interface StatementCost {
  readonly sql: string;
  readonly cost: number;
}

export interface RecordedCosts {
  sum: number;
  readonly most: Map<string, number>;
}

/** Must be created before the database is opened. */
export interface StatementCosts {
  from(): RecordedCosts;
  stop(): void;
}

/** Independent of the machine's speed and load. */
export function recordStatementCosts(engine: Engine): StatementCosts {
  let recorded: RecordedCosts | undefined;
  const record = ({ sql, cost }: StatementCost): void => {
    if (!recorded) return;
    recorded.sum += cost;
    recorded.most.set(sql, Math.max(cost, recorded.most.get(sql) ?? 0));
  };
  const isOn = (): boolean => recorded !== undefined;
  const restore = engine === 'sqlite' ? recordSteps(record) : recordRows(record, isOn);
  return {
    from: () => (recorded = { sum: 0, most: new Map() }),
    stop: () => {
      recorded = undefined;
      restore();
    },
  };
}

type Counting = StatementSync & { stat(name: 'vmStep'): number; resetStats(): void };

function recordSteps(record: (cost: StatementCost) => void): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its statement
  const originals = { all: StatementSync.prototype.all, run: StatementSync.prototype.run } as const;
  for (const [method, original] of Object.entries(originals) as ['all', (...values: unknown[]) => unknown][]) {
    Object.assign(StatementSync.prototype, {
      [method](this: Counting, ...values: unknown[]) {
        this.resetStats();
        try {
          return original.apply(this, values);
        } finally {
          record({ sql: this.sourceSQL, cost: this.stat('vmStep') });
        }
      },
    });
  }
  return () => void Object.assign(StatementSync.prototype, originals);
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Plan Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

function rowsOf(node: PlanNode): number {
  const isScan = node['Node Type'].endsWith('Scan') && !/^(?:CTE|WorkTable|Subquery|Function|Values)/.test(node['Node Type']);
  const each =
    (node['Actual Rows'] ?? node['Plan Rows']) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const own = isScan ? each * (node['Actual Loops'] ?? 1) : 0;
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
  // The estimate below a limit ignores the limit.
  return node['Node Type'] === 'Limit' && node['Actual Rows'] === undefined ? Math.min(below, node['Plan Rows']) : below;
}

type Query = (this: pg.Client, text: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>;

/** Reads are run a second time with the rows counted; for writes the plan is estimated. */
function recordRows(record: (cost: StatementCost) => void, isOn: () => boolean): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its client
  const original = pg.Client.prototype.query as Query;
  async function query(this: pg.Client, config: unknown, ...rest: unknown[]): Promise<pg.QueryResult> {
    const { text, values = rest[0] } = (typeof config === 'string' ? { text: config } : config) as {
      text: string;
      values?: unknown;
    };
    if (isOn() && /^(?:select|with|update|delete)\b/.test(text)) {
      const isRead = /^(?:select|with)\b/.test(text);
      const explain = `explain (${isRead ? 'analyze, timing off, ' : ''}format json) ${text}`;
      const { rows } = (await original.call(this, explain, values)) as unknown as {
        rows: [{ 'QUERY PLAN': [{ Plan: PlanNode }] }];
      };
      record({ sql: text, cost: rowsOf(rows[0]['QUERY PLAN'][0].Plan) });
    }
    return original.call(this, config, ...rest);
  }
  Object.assign(pg.Client.prototype, { query });
  return () => void Object.assign(pg.Client.prototype, { query: original });
}
