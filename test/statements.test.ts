import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { engines, useTestServer } from '#test/engines.ts';
import { askRoute, seedFarm, type SeededFarm } from '#test/samples.ts';
import { readColumns } from '#test/database-rows.ts';

/** The statements of one request without begin and commit, which SQLite does not report. */
type StatementLog = Map<string, readonly CompiledQuery[]>;

/** The marketplace belongs to no farm; people are listed to administrators by page. */
const sharedTables: ReadonlySet<string> = new Set(['listings', 'users']);

/** Reads come first, deletions later, and what ends the session last. */
const ranks: Readonly<Record<string, number>> = {
  setPin: 0,
  changeImport: 1,
  applyImport: 2,
  undoImport: 3,
  selectPlan: 5,
  logout: 6,
  login: 7,
  register: 7,
};
const rank = (name: string, { method }: Route): number => ranks[name] ?? (method === 'GET' ? 0 : method === 'DELETE' ? 4 : 1);
const routes = Object.entries<Route>(api).toSorted(([a, first], [b, second]) => rank(a, first) - rank(b, second));

describe.each(engines)('the statements of a request (%s)', (engine) => {
  let logged: CompiledQuery[] = [];
  const server = useTestServer(engine, {
    log: ({ query }) => {
      if (/^(?:select|insert|update|delete|with)\b/.test(query.sql)) logged.push(query);
    },
  });
  let small: StatementLog;
  let double: StatementLog;
  beforeAll(async () => {
    small = await record(20);
    double = await record(40);
  });

  async function record(animals: number): Promise<StatementLog> {
    // What the farm before offers would be read, too.
    await server().db.updateTable('animals').set({ for_sale: false }).execute();
    await server().db.deleteFrom('listings').execute();
    const stocked = await seedFarm(await server().register({ plan: 'enterprise', isAdmin: true }));
    const farm = { ...stocked, ids: { ...stocked.ids, 'for-sale': stocked.kid } };
    await addHerd(farm, animals);
    const log: StatementLog = new Map();
    for (const [name, route] of routes) {
      logged = [];
      const query = route.download ? '?format=xlsx' : '';
      const more = name === 'register' ? { username: `new-${crypto.randomUUID()}` } : {};
      const also = ['motherId', 'fatherId'];
      const { statusCode } = await askRoute(farm, name as keyof typeof api, { also, query, more });
      if (statusCode < 400) log.set(name, [...logged]);
    }
    return log;
  }

  test('are as many for a herd of twice the size', () => {
    const both = [...small.keys()].filter((name) => double.has(name));
    expect(both.length).toBeGreaterThan(120);
    const countsIn = (log: StatementLog) => both.map((name) => [name, log.get(name)?.length]);
    expect(countsIn(double)).toEqual(countsIn(small));
  });

  test('change nothing of a paper except that it is cancelled', () => {
    const statements = [...small.values()].flat().map((query) => query.sql);
    const changes = statements.filter((text) => text.startsWith('update "papers"'));
    expect(changes.length).toBeGreaterThan(0);
    for (const text of changes)
      expect(text).toMatch(/^update "papers" set "cancelled_at" = \S+, "cancelled_by" = \S+, "cancel_reason" = \S+ where/);
  });

  test('scan no table of a farm sequentially', async () => {
    const columns = await readColumns(server());
    const tables = new Set(columns.flatMap(({ table, name }) => (name === 'farm_id' && !sharedTables.has(table) ? [table] : [])));
    expect(tables.size).toBeGreaterThan(8);
    const statements = new Map([...small.values()].flat().map((query) => [query.sql, query]));
    const faults = await server()
      .db.connection()
      .execute(async (db) => {
        // Small tables are scanned anyway; with scans and the joins that read a whole side forbidden, only statements without a usable index still scan.
        for (const way of engine === 'postgres' ? ['seqscan', 'hashjoin', 'mergejoin'] : [])
          await sql.raw(`set enable_${way} = off`).execute(db);
        const found: string[] = [];
        for (const query of statements.values()) {
          const explain = engine === 'postgres' ? 'explain (format json)' : 'explain query plan';
          const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]));
          const scans = engine === 'postgres' ? scansInPostgres(rows) : scansInSqlite(rows, query.sql);
          found.push(...scans.filter((table) => tables.has(table as never)).map((table) => `${table}: ${query.sql}`));
        }
        return found;
      });
    expect(faults).toEqual([]);
  });
});

function scansInSqlite(rows: readonly unknown[], statement: string): string[] {
  const aliases = new Map([...statement.matchAll(/"(\w+)" as "(\w+)"/g)].map(([, table = '', alias = '']) => [alias, table]));
  return rows.flatMap((row) => {
    const name = /^SCAN (\w+)/.exec((row as { detail: string }).detail)?.[1];
    return name === undefined ? [] : [aliases.get(name) ?? name];
  });
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
}

function scansInPostgres(rows: readonly unknown[]): string[] {
  const walkPlan = (node: PlanNode): string[] => {
    const isScan = node['Node Type'].endsWith('Scan') && !node['Index Cond'] && !node['Recheck Cond'];
    return [...(isScan && node['Relation Name'] ? [node['Relation Name']] : []), ...(node.Plans ?? []).flatMap(walkPlan)];
  };
  const [{ 'QUERY PLAN': plan }] = rows as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }];
  return walkPlan(plan[0].Plan);
}

async function addHerd({ person, doe, buck, kid }: SeededFarm, heads: number): Promise<void> {
  await person.call('changeAnimal', { params: { id: kid }, body: { forSale: true, salePrice: 120 } });
  for (let head = 0; head < heads; head += 1) {
    const { id } = await person.addAnimal({ tagNumber: `H-${head}`, birthDate: '2024-03-01', motherId: doe, fatherId: buck });
    await person.call('addHealthRecord', { body: { animalId: id, date: '2026-05-01', healthStatus: '4' } });
    await person.call('addBreedingRecord', { body: { motherId: doe, fatherId: buck, breedingDate: '2025-10-03' } });
  }
}
