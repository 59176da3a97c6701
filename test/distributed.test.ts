// @module-tag long
import type { LogEvent } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { createApp } from '#server/app.ts';
import { backgroundJobs } from '#server/background.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/engines/connect.ts';
import { farmTables } from '#server/db/engines/distribute.ts';
import { Clock, TestServer, newPostgresDatabase, type Person } from '#test/engines.ts';
import { askRoute, bodyFields, seedFarm, type SeededFarm } from '#test/samples.ts';
import { readColumns } from '#test/database-rows.ts';

/** Tables that lie with their farm when the database is distributed (decision 21). */
const distributed: ReadonlySet<string> = new Set(farmTables);

const namesIn = (byReason: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(Object.values(byReason).flatMap((names) => names.split(' ')));

const central = namesIn({
  'the payment provider names them by its own numbers': 'checkouts subscriptions',
  'people are found by their name before anybody knows their farms': 'memberships sessions device_pins',
  'one of the servers looks for those of all farms': 'hooks hook_deliveries',
  'they are found by a key, a link or a code': 'api_keys invitations transfers',
  'a calendar link is found before anybody knows its farm': 'reminders calendar_entries mail_stops push_subscriptions',
  'an administrator sees those of all farms': 'support_access coupon_redemptions',
  'the marketplace is one for all farms':
    'offered listings stale_listings storefronts listing_details listing_photos reserved_slugs',
  'people are central': 'saved_searches search_mail_stops favourites',
});

/** Statements over more than one farm: a part of their text, and how they would be served in a distributed database. */
// prettier-ignore
const crossing: readonly (readonly [part: RegExp, reason: string])[] = [
  [/from "sessions" inner join .* inner join "farms"/, 'a session names its farm: a second statement'],
  [/as "farmName", "owner_name" as "ownerName", .* from "memberships" .* inner join "farms"/, 'the profile: as for sessions'],
  [/count\("other"\."user_id"\) as "others"/, 'whose farms go with an account: as for sessions'],
  [/ from "memberships" inner join "farms" .* "user_id" = \$\d+ /, 'the farms of a person: as for sessions'],
  [/ from "storefronts" inner join "farms" /, 'a public page names its farm: a second statement'],
  [/ from "invitations" inner join "farms" /, 'an invitation names its farm: a second statement'],
  [/ from "transfers" inner join "farms" /, 'as for invitations'],
  [/^select "users"\."id" as "id", .* from "users" left join "farms"/, 'an administrator’s list: asked of all shards'],
  [/^select "farm_id", (?:count\(\*\) as "size"|"status", "is_reference") from "animals" where "farm_id" in/, 'as for that list'],
  [/^select "id" from "\w+" where "farm_id" <> \$1 and "id" in/, 'ids that other farms have; distributed, an id would be the farm’s own'],
  [/^select "id" from "gone" where "kind" = 'animal' and "id" in \(\$1(?:, \$\d+)*\) and "farm_id" != \$\d+$/, 'as for such ids'],
  // Work by the clock: asked of all shards, then farm by farm.
  [/^select distinct "farm_id" from "files" where "created_at" < \$1$/, 'housekeeping'],
  [/^select "id" from "farms" where "id" in \(.*\) and exists \(select "revision" from "(?:gone|changes|receipts)"/, 'housekeeping'],
  [/^select "id", "filling", .* from "farms" where "filling" is not null/, 'large writes that broke off'],
  [/ from "farms" left join "pricing_plans" .* where "stored_bytes" >= /, 'what farms store'],
  [/^select "id" from "farms"(?: where "deleted_at" is (?:not )?null)?$/, 'jobs of every farm'],
  [/ from "farms" (?:left|inner) join "(?:subscriptions|checkouts)" /, 'plans that end'],
  [/ from "(?:hooks|hook_deliveries" as "due)" inner join /, 'deliveries to hooks'],
  [/^select "subscriptions"\."id" as "id", "subscriptions"\."farm_id" as "farmId"/, 'what the payment provider tells, by its own numbers'],
  [/^update "farms" set (?:"epoch" = \$1$|"filling_until" = \$1 where "filling" is not null$)/, 'a restore, of all farms'],
  [/^select "id", "revision" from "farms" where "id" in \(select "farm_id" from "hooks"\)$/, 'as for a restore'],
];

/** Routes whose samples are refused here. */
const elsewhere = namesIn({
  'everybody here has registered; the sample’s name is taken': 'register',
  'they need a link out of a mail': 'revertEmail confirmEmail openInvitation acceptInvitation',
  'they need the code of another farm': 'openTransfer acceptTransfer',
  'only of a farm without animals; its statements are those of the calls that add them': 'addSample',
  'the only owner cannot leave': 'leaveFarm',
  'it needs an animal on offer; the marketplace is central': 'sendEnquiry',
  'it needs the consent of another farm': 'visitFarm',
  'they need a subscription that was paid for; payments are central': 'cancelSubscription resumeSubscription openBillingPortal',
});

/** An id taken by another farm is 409 (rule 2); distributed, it would be the farm’s own and harm nobody. */
const tablesWithIds =
  'animals animal_tags imports events places groups products worklists exposures chores breeding_records papers';
const keysWithoutFarm = new Set(tablesWithIds.split(' ').map((table) => `${table}_id_key`));

describe('a PostgreSQL distributed by farm', () => {
  const statements = new Set<string>();
  let server: TestServer;
  let client: pg.Client;
  const answered = new Map<string, number>();

  beforeAll(async () => {
    const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', DATABASE_URL: await newPostgresDatabase() });
    const { db, engine } = openDatabase(config, { onQuery: ({ query }: LogEvent) => void statements.add(query.sql) });
    const clock = new Clock();
    const app = await createApp({ db, config, now: clock.now, webDir: 'no-such-folder' });
    await app.ready();
    server = new TestServer({ engine, app, db, config, clock });
    client = new pg.Client(config.databaseUrl);
    await client.connect();
    await useEverything();
    // Statements of the test itself must not be recorded.
    await server.app.close();
  });
  afterAll(async () => {
    await client?.end();
    await server?.db.destroy();
  });

  /** A farm with something to be asked about by this route, or by all. */
  async function offering(route?: Route): Promise<SeededFarm> {
    const person = await server.register({ plan: 'enterprise', isAdmin: !route || route.access === 'admin' });
    const farm = await seedFarm(person, route);
    return { ...farm, ids: { ...farm.ids, 'for-sale': (await offer(person)).id } };
  }

  async function useEverything(): Promise<void> {
    const reader = await offering();
    for (const most of [false, true]) {
      for (const [name, route] of Object.entries<Route>(api)) {
        const farm = route.method === 'GET' ? reader : await offering(route);
        const [also, query] = [most ? bodyFields(route) : [], most && route.query ? '?limit=1' : ''];
        const { statusCode } = await askRoute(farm, name as keyof typeof api, { also, query });
        answered.set(name, Math.min(statusCode, answered.get(name) ?? 999));
      }
    }
    const person = await server.register({ plan: 'enterprise' });
    await sellAndSearch(person);
    await administer();
    const { statusCode } = await person.send({ method: 'GET', url: '/api/export?format=xlsx&from=2020-01-01&to=2030-01-01' });
    answered.set('exportRecords', statusCode);
    await takeBackAnImport(person);
    server.clock.advance({ days: 40 });
    // Refused at once, while an address that is looked up may take seconds.
    await client.query(`update hooks set url = 'https://127.0.0.1/'`);
    for (const { run } of backgroundJobs) await run(server.app.deps, new AbortController().signal);
    await server.markRestored();
  }

  const offer = (person: Person) => person.addAnimal({ tagNumber: 'S', sex: 'male', forSale: true, salePrice: 5 });

  async function sellAndSearch(person: Person): Promise<void> {
    const { id } = await offer(person);
    for (const search of ['', 'goat', 'a b'])
      await server.call('listForSale', { query: { search, species: 'goat', minPrice: 1 } });
    await person.call('changeAnimal', { params: { id }, body: { status: 'sold' } });
    await person.call('changeAnimal', { params: { id }, body: { status: 'active' } });
    await person.call('deleteAnimal', { params: { id } });
  }

  async function administer(): Promise<void> {
    const admin = await server.register({ plan: 'enterprise', isAdmin: true });
    const person = await server.register({ plan: 'enterprise' });
    await seedFarm(person);
    const [plan] = await admin.call('listAdminPricingPlans');
    await admin.call('changePricingPlan', { params: { id: plan!.id }, body: { animalLimit: 60 } });
    await admin.call('addCoupon', { body: { code: 'SPRING', discountPercent: 10 } });
    const coupon = (await admin.call('listCoupons')).find(({ code }) => code === 'SPRING')!;
    await admin.call('switchCoupon', { params: { id: coupon.id }, body: { isActive: false } });
    await admin.call('deleteCoupon', { params: { id: coupon.id } });
    await admin.call('resetUserPassword', { params: { id: person.userId } });
    await admin.call('changeUserRole', { params: { id: person.userId }, body: { role: 'premium' } });
    const { farmName } = await person.call('currentUser');
    await admin.call('deleteUser', { params: { id: person.userId }, query: { farmName: farmName ?? person.username } });
    const done = 'changePricingPlan switchCoupon deleteCoupon resetUserPassword changeUserRole deleteUser';
    for (const name of done.split(' ')) answered.set(name, 200);
  }

  async function takeBackAnImport(person: Person): Promise<void> {
    const { id } = await person.upload('addImport', { name: 'a.csv', bytes: 'Tag,Sex,Species\nS-1,F,sheep\n' });
    await person.call('applyImport', { params: { id } });
    await person.call('listImportRows', { params: { id }, query: {} });
    await person.call('undoImport', { params: { id } });
  }

  test('every route is exercised by this test', () => {
    expect([...answered].filter(([, status]) => status >= 500)).toEqual([]);
    const refused = [...answered].filter(([, status]) => status >= 300).map(([name]) => name);
    expect(refused.filter((name) => !elsewhere.has(name))).toEqual([]);
  });

  test('every table with a farm id is classified as distributed or central', async () => {
    const tables = (await readColumns(server)).filter(({ name }) => name === 'farm_id').map(({ table }) => table as string);
    expect(tables.filter((table) => !distributed.has(table) && !central.has(table))).toEqual([]);
  });

  test('every statement on a farm’s tables names the farm', async () => {
    const faults: string[] = [];
    for (const statement of statements) {
      if (crossing.some(([part]) => part.test(statement))) continue;
      const objection = await withoutFarm(statement).catch((error: unknown) => String(error));
      if (objection) faults.push(`${objection}: ${statement}`);
    }
    expect(statements.size).toBeGreaterThan(100);
    const unused = crossing.filter(([part]) => ![...statements].some((statement) => part.test(statement)));
    expect(unused).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('every key of a farm’s tables contains the farm, and every reference leads to the same farm', async () => {
    type Row = { name: string; table: string; kind: string; columns: string[]; target: string | null; to: string[] | null };
    const columnsOf = (keys: string, of: string) =>
      `array(select attname::text from unnest(${keys}) with ordinality k(n, i) join pg_attribute on attrelid = ${of} and attnum = n order by i)`;
    const { rows } = await client.query<Row>(`
      select conname as name, conrelid::regclass::text as table, contype::text as kind, nullif(confrelid, 0)::regclass::text as target,
        ${columnsOf('conkey', 'conrelid')} as columns, ${columnsOf('confkey', 'confrelid')} as to
      from pg_constraint where contype in ('p', 'u', 'f') and connamespace = 'public'::regnamespace`);
    const faults = rows.filter(({ table, name, kind, columns, target, to }) => {
      if (!distributed.has(table) || table === 'farms' || keysWithoutFarm.has(name)) return false;
      const place = columns.indexOf('farm_id');
      if (place === -1) return true;
      return kind === 'f' && (!distributed.has(target ?? '') || to?.[place] !== (target === 'farms' ? 'id' : 'farm_id'));
    });
    expect(faults).toEqual([]);
    const known = rows.map(({ name }) => name);
    expect([...keysWithoutFarm].filter((name) => !known.includes(name))).toEqual([]);
  });

  test('nothing is used that a distributed PostgreSQL refuses: subqueries among inserted values, triggers', async () => {
    const subqueries = [...statements].filter((text) => /^insert into "?\w+"? \([^)]*\) values .*\(\s*select\b/is.test(text));
    expect(subqueries).toEqual([]);
    const { rows } = await client.query(`select tgname from pg_trigger where not tgisinternal`);
    expect(rows).toEqual([]);
  });

  test('no write to a central table reads a table of farms in the same statement', async () => {
    const faults: string[] = [];
    for (const statement of statements) {
      const target = /^(?:insert into|update|delete from) "?(\w+)"?/.exec(statement)?.[1];
      if (target === undefined || distributed.has(target)) continue;
      const read = (await planOf(statement)).map((node) => String(node['Relation Name']));
      if (read.some((table) => distributed.has(table))) faults.push(statement);
    }
    expect(faults).toEqual([]);
  });

  interface Plan {
    readonly [key: string]: unknown;
    readonly Plans?: readonly Plan[];
  }

  /** The query plan shows which condition finds the rows, however the statement is written. */
  async function withoutFarm(statement: string): Promise<string | undefined> {
    const insert = /^insert into "(\w+)" \(([^)]*)\)/.exec(statement);
    if (insert && distributed.has(insert[1] ?? '') && insert[1] !== 'farms' && !insert[2]?.includes('"farm_id"'))
      return insert[1];
    if (
      ![...distributed].some((table) => statement.includes(table)) ||
      /^(?:begin|commit|rollback|set |create |alter )/i.test(statement)
    )
      return undefined;
    const nodes = await planOf(statement);
    const texts = nodes.flatMap((node) =>
      Object.entries(node).flatMap(([key, value]) => (/Cond|Filter/.test(key) ? [String(value)] : [])),
    );
    const columns = new Map(
      nodes
        .filter((node) => distributed.has(String(node['Relation Name'])) && node['Node Type'] !== 'ModifyTable')
        .map((node) => [
          `${String(node['Alias'])}.${node['Relation Name'] === 'farms' ? 'id' : 'farm_id'}`,
          String(node['Relation Name']),
        ]),
    );
    // A table is found by the requested farm, or joined to another table that is.
    const found = new Set([...columns.keys()].filter((column) => texts.some((text) => isGiven(text, column))));
    for (let before = -1; before < found.size;) {
      before = found.size;
      const isJoined = (one: string, other: string): boolean => texts.some((text) => text.includes(`${one} = ${other}`));
      for (const column of columns.keys())
        if ([...found].some((other) => isJoined(column, other) || isJoined(other, column))) found.add(column);
    }
    return [...columns].find(([column]) => !found.has(column))?.[1];
  }

  const isGiven = (text: string, column: string): boolean => {
    const at = text.replaceAll(/\(([\w.$]+)\)::text/g, '$1');
    return at.includes(`${column} = $`) || at.includes(`${column} = '`);
  };

  async function planOf(statement: string): Promise<Plan[]> {
    const explain = `explain (generic_plan, verbose, format json) ${statement}`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain);
    return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  }

  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
});
