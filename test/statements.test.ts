import { CompiledQuery, sql, type LogEvent } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { engines, openTestServer, type TestServer, type Person } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { pathFor, sampleInput, seedFarm, type SeededFarm } from '#test/samples.ts';
import { readColumns } from '#test/database-rows.ts';

/** The statements of one request without begin and commit, which SQLite does not report. */
type StatementLog = Map<string, readonly CompiledQuery[]>;

const expensive: Readonly<Record<string, string>> = {
  addImport: 'a file is planned against the whole herd, the records and what was said of its headings before',
  readImport: 'as above',
  changeImport: 'as above, twice where the answer changes the plan',
  applyImport: 'as above, and every row is written',
  undoImport: 'takes back whatever an import may have written',
  undoAct: 'takes back whatever an act may have written',
  addExposure: 'writes the breeding records of the females as well',
  addHealthRecord: 'is logged with the animal that it changes',
  deleteAnimal: 'its breeding records go with it, those that name it as offspring change, and all of it is logged',
  deleteUser: 'everything of a farm goes, table by table',
  createCheckoutSession: 'waits for the payment provider between two transactions, each of which looks at where things stand',
  downloadArchive: 'reads everything the farm has, a table at a time',
  issuePaper: 'reads who sold what to whom with numbers and withdrawals, and numbers it under the lock of the farm',
  makeTransfer: 'reads what would go along, as acceptTransfer writes it',
  downloadSold: 'as above',
  invite: 'looks at rights, plan, limits and mailbox under the lock of the farm, and queues a mail',
  removeMember: 'ends whatever the person has of the farm, table by table',
  payTestCheckout: 'is buyer, provider and webhook at once',
  recordEvents: 'writes the events, what they measure, and what is true of the animals after them',
  replaceEvent: 'as recordEvents, and voids the event that it replaces',
  changePassword: 'ends every session, link and temporary password of the time before, and queues a mail',
  readCalendar: 'reads each kind of record that says what is due, and what the calendar was told last',
  readHistory: 'reads the log, and each kind of record that it names',
  readAnimalHistory: 'as readHistory',
  readChanges: 'reads each kind of record that a copy holds, and what is gone',
  register: 'makes person, farm and session, and queues the mail that confirms the address',
  sync: 'does what its operations do, and reads and writes a receipt for each',
  selectPlan: 'compares with what is paid for, and ends it',
  cancelSubscription: 'as createCheckoutSession',
  resumeSubscription: 'as createCheckoutSession',
};

/** The marketplace belongs to no farm; people are listed to administrators by page. */
const sharedTables: ReadonlySet<string> = new Set(['listings', 'users', 'farm_sizes']);

/** They queue a mail, whose recipient PostgreSQL locks by one more statement. */
const sendsMail: ReadonlySet<string> = new Set([
  'cancelSubscription',
  'changePassword',
  'invite',
  'payTestCheckout',
  'register',
  'selectPlan',
]);

/** Reads come first, deletions later, and what ends the session last. */
const ranks: Readonly<Record<string, number>> = {
  setPin: 0,
  selectPlan: 5,
  undoImport: 3,
  changeImport: 1,
  applyImport: 2,
  logout: 6,
  login: 7,
  register: 7,
};
const rank = (name: string, { method }: Route): number => ranks[name] ?? (method === 'GET' ? 0 : method === 'DELETE' ? 4 : 1);
const routes = Object.entries<Route>(api).toSorted(([a, first], [b, second]) => rank(a, first) - rank(b, second));

describe.each(engines)('the statements of a request (%s)', (engine) => {
  let server: TestServer;
  let logged: CompiledQuery[] = [];
  let small: StatementLog;
  let double: StatementLog;
  beforeAll(async () => {
    const log = ({ query }: LogEvent) => {
      // How far an import is, is written by the clock.
      if (query.sql.startsWith('update "imports" set "progress"')) return;
      if (/^(?:select|insert|update|delete|with)\b/.test(query.sql)) logged.push(query);
    };
    server = await openTestServer(engine, { log });
    small = await record(20);
    double = await record(40);
    return () => server.close();
  }, 120_000);

  async function record(animals: number): Promise<StatementLog> {
    // What the farm before offers would be read, too.
    await server.db.updateTable('animals').set({ for_sale: false }).execute();
    const stocked = await seedFarm(await server.register({ plan: 'enterprise', isAdmin: true }));
    const farm = { ...stocked, ids: { ...stocked.ids, 'for-sale': stocked.kid } };
    await addHerd(farm, animals);
    const log: StatementLog = new Map();
    for (const [name, route] of routes) {
      logged = [];
      const status = await ask(farm, name as keyof typeof api, route);
      if (status < 400) log.set(name, [...logged]);
    }
    return log;
  }

  const locksFor = (name: string): number => Number(engine === 'postgres' && sendsMail.has(name));

  test('are at most eight', () => {
    const asked = Object.fromEntries(
      [...small]
        .map(([name, statements]) => [name, statements.length - locksFor(name)] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    // `npx vitest run test/statements.test.ts -u` updates the snapshot.
    expect(asked).toMatchInlineSnapshot(`
      {
        "addAnimal": 8,
        "addAnimalTag": 7,
        "addBreedingRecord": 7,
        "addChore": 7,
        "addCoupon": 6,
        "addExposure": 13,
        "addFavourite": 5,
        "addGroup": 8,
        "addHealthRecord": 12,
        "addImport": 17,
        "addPerson": 4,
        "addPlace": 8,
        "addProduct": 8,
        "addSavedSearch": 7,
        "addWorklist": 7,
        "allowSupport": 8,
        "applyImport": 20,
        "cancelPaper": 7,
        "cancelSubscription": 26,
        "changeAnimal": 3,
        "changeAnimalTag": 3,
        "changeBreedingRecord": 5,
        "changeCalendar": 6,
        "changeChore": 3,
        "changeExposure": 4,
        "changeGroup": 3,
        "changeHealthRecord": 3,
        "changeHook": 4,
        "changeImport": 12,
        "changeListingDetails": 8,
        "changeMember": 5,
        "changePassword": 16,
        "changePerson": 3,
        "changePlace": 3,
        "changeProduct": 3,
        "changeProfile": 7,
        "changeSavedSearch": 4,
        "changeSite": 3,
        "changeStorefront": 4,
        "changeWorklist": 3,
        "checkSetupLink": 1,
        "createCheckoutSession": 13,
        "currentUser": 2,
        "deleteAnimal": 17,
        "deleteBreedingRecord": 6,
        "deleteChore": 5,
        "deleteHook": 2,
        "deletePerson": 3,
        "deleteRegistrationLink": 3,
        "deleteSavedSearch": 2,
        "downloadArchive": 28,
        "downloadSold": 11,
        "endMorningPush": 5,
        "endSupport": 8,
        "exportRecords": 7,
        "invite": 14,
        "issuePaper": 13,
        "listActs": 7,
        "listAdminPricingPlans": 2,
        "listAnimalStates": 2,
        "listAnimalTags": 2,
        "listAnimals": 2,
        "listApiKeys": 2,
        "listAudit": 2,
        "listBreedingRecords": 3,
        "listChores": 2,
        "listCoupons": 2,
        "listEarlierTags": 2,
        "listEvents": 3,
        "listExposures": 2,
        "listFarms": 2,
        "listFavourites": 2,
        "listForSale": 3,
        "listGroups": 2,
        "listHealthRecords": 2,
        "listHistoryAuthors": 2,
        "listHookDeliveries": 3,
        "listHooks": 2,
        "listImportRows": 3,
        "listImports": 2,
        "listInvitations": 2,
        "listMembers": 2,
        "listPapers": 2,
        "listPeople": 2,
        "listPins": 2,
        "listPlaces": 2,
        "listPricingPlans": 2,
        "listProducts": 2,
        "listReferenceAnimals": 2,
        "listRegistrationLinks": 2,
        "listSavedSearches": 3,
        "listTransfers": 3,
        "listUsers": 2,
        "listWorklists": 2,
        "logout": 2,
        "makeCalendarLink": 6,
        "openFarm": 5,
        "payTestCheckout": 41,
        "readAnimal": 2,
        "readAnimalHistory": 11,
        "readAnimalSummary": 2,
        "readCalendar": 16,
        "readChanges": 15,
        "readCheckout": 2,
        "readFarmPage": 3,
        "readHistory": 9,
        "readImport": 10,
        "readListing": 3,
        "readListingDetails": 4,
        "readOfferedPrices": 3,
        "readPaper": 2,
        "readPedigree": 2,
        "readReminders": 4,
        "readSite": 1,
        "readStorefront": 2,
        "readSubscription": 4,
        "readSupportAccess": 3,
        "recordEvents": 11,
        "register": 13,
        "removeFavourite": 2,
        "removeMember": 13,
        "removePin": 2,
        "removeSample": 4,
        "replaceEvent": 17,
        "resendConfirmation": 2,
        "resetPassword": 7,
        "resumeSubscription": 20,
        "revokeApiKey": 3,
        "revokeCalendarLink": 7,
        "revokeInvitation": 3,
        "revokeTransfer": 4,
        "selectPlan": 13,
        "sendRegistrationLinks": 3,
        "setMorningMail": 6,
        "setMorningPush": 7,
        "setPin": 6,
        "sync": 15,
        "tryMatings": 2,
        "undoAct": 19,
        "undoImport": 17,
        "uploadImage": 7,
        "voidEvent": 4,
        "voidEvents": 6,
      }
    `);
    const tooMany = [...small].filter(([name, statements]) => statements.length > 8 && !(name in expensive));
    expect(tooMany.map(([name, statements]) => [name, statements.map(({ sql: text }) => text.slice(0, 80))])).toEqual([]);
  });

  test('are as many for a herd of twice the size', () => {
    const both = [...small.keys()].filter((name) => double.has(name));
    expect(both.length).toBeGreaterThan(30);
    for (const name of both) expect([name, double.get(name)?.length]).toEqual([name, small.get(name)?.length]);
  });

  test('scan no table of a farm sequentially', async () => {
    const columns = await readColumns(server);
    const tables = new Set(columns.flatMap(({ table, name }) => (name === 'farm_id' && !sharedTables.has(table) ? [table] : [])));
    expect(tables.size).toBeGreaterThan(8);
    const statements = new Map([...small.values()].flat().map((query) => [query.sql, query]));
    const faults = await server.db.connection().execute(async (db) => {
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
    const animal = {
      tagNumber: `H-${head}`,
      species: 'goat',
      sex: 'female',
      birthDate: '2024-03-01',
      motherId: doe,
      fatherId: buck,
    } as const;
    const { id } = await person.call('addAnimal', { body: animal });
    await person.call('addHealthRecord', { body: { animalId: id, date: '2026-05-01', healthStatus: '4' } });
    await person.call('addBreedingRecord', { body: { motherId: doe, fatherId: buck, breedingDate: '2025-10-03' } });
  }
}

async function ask(farm: SeededFarm, name: keyof typeof api, route: Route): Promise<number> {
  const { person }: { person: Person } = farm;
  const { params, body } = sampleInput(route, farm, ['motherId', 'fatherId']);
  const url = pathFor(route, params);
  const query = route.download ? { format: 'xlsx' } : {};
  const fresh = route.path === '/auth/register' ? { username: `new-${crypto.randomUUID()}` } : {};
  const response = route.file
    ? await person.sendFile(name, await fileFor(route), { params })
    : await person.send({ method: route.method, url, query, ...(body && { payload: { ...body, ...fresh } }) });
  return response.statusCode;
}

const fileFor = async ({ path }: Route) =>
  path === '/upload'
    ? { bytes: await testPicture().as('png'), type: 'image/png' }
    : { bytes: 'Tag,Sex,Species\nS-2,F,sheep\n', name: 'flock.csv' };
