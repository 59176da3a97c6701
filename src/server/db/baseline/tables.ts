import { accounts } from './accounts.ts';
import { animals } from './animals.ts';
import { changes } from './changes.ts';
import { imports } from './imports.ts';
import { journal } from './journal.ts';
import { market } from './market.ts';
import { operation } from './operation.ts';
import { papers } from './papers.ts';
import { plans } from './plans.ts';
import { sending } from './sending.ts';

/** All tables, by feature. Each stands after those that it refers to: they are made in this order, and emptied in the reverse one. */
export const tables = {
  ...accounts,
  ...animals,
  ...journal,
  ...changes,
  ...imports,
  ...papers,
  ...market,
  ...plans,
  ...sending,
  ...operation,
};

type TableWithFarmId = {
  [T in keyof typeof tables]: (typeof tables)[T]['columns'] extends { farm_id: unknown } ? T : never;
}[keyof typeof tables];

/** Those of which each row belongs to a farm. */
export const tablesWithFarmId = (Object.keys(tables) as (keyof typeof tables)[]).filter(
  (name): name is TableWithFarmId => 'farm_id' in tables[name].columns,
);
