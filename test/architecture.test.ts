import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Layer {
  readonly layers: readonly string[];
  readonly mayUse: (packageName: string) => boolean;
}

const layers: Readonly<Record<string, Layer>> = {
  domain: { layers: ['domain'], mayUse: (name) => name === 'zod' },
  contract: { layers: ['contract', 'domain'], mayUse: (name) => name === 'zod' },
  server: { layers: ['server', 'contract', 'domain'], mayUse: (name) => !/^(?:react|@tanstack|radix-ui|lucide)/.test(name) },
  web: {
    layers: ['web', 'contract', 'domain'],
    mayUse: (name) => !/^(?:node:|fastify|@fastify|kysely|pg$|pino|sharp|nodemailer|@node-rs)/.test(name),
  },
};

/** Folders that every feature of their layer may import, with the shared folders that they import themselves. They import no feature. */
const shared: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  server: {
    audit: ['db'],
    concurrency: [],
    db: ['concurrency'],
    html: ['concurrency', 'http'],
    http: ['concurrency', 'db'],
    idempotency: ['db'],
    journal: ['db'],
    jobs: ['db', 'tasks'],
    lists: ['concurrency', 'db', 'http'],
    mail: ['concurrency', 'db', 'http', 'tasks'],
    outbound: [],
    'payment-provider': ['db'],
    routing: ['concurrency', 'db', 'http', 'lists'],
    storage: [],
    tasks: ['db'],
  },
  domain: {
    values: [],
    records: ['values'],
    journal: ['values', 'records'],
    animals: ['values', 'records'],
    breeding: ['values', 'records'],
    performance: ['values', 'records', 'breeding'],
    places: ['values', 'records', 'breeding', 'journal'],
    work: ['values', 'records', 'breeding', 'journal'],
    health: ['values', 'records', 'journal', 'work'],
  },
  web: { ui: [], lib: [], components: ['ui', 'lib'], herd: ['ui', 'lib', 'components'] },
};

/** The composition roots: they may import all features. */
const compositionRoots = new Set(['web/app']);

/** A feature imports no other feature, except where it is listed here with the reason. */
const allowedImports: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server/health': {
    animals: 'a checkup sets the health status and the vaccination of its animal',
    plans: 'how many records a farm may keep',
  },
  'server/changes': {
    animals: 'what changed is read as animals are listed',
    'animal-tags': 'as for animals',
    breeding: 'as for animals',
    events: 'as for animals',
    'farm-lists': 'as for animals',
  },
  'server/sync': {
    animals: 'of a record that has changed meanwhile, the answer says how it is now',
    'animal-tags': 'as for animals',
    breeding: 'as for animals',
    events: 'as for animals',
    'farm-lists': 'as for animals',
    health: 'as for animals',
  },
  'server/acts': {
    'animal-tags': 'as for animals',
    animals: 'what was done to an animal is taken back by the opposite call',
    breeding: 'as for animals',
    events: 'as for animals',
    'farm-lists': 'as for animals',
    files: 'an animal that is put back shows its photo if that is still there',
  },
  'server/farm-lists': { files: 'the photo of a product is one of the farm’s own pictures' },
  'server/events': {
    animals: 'a birth adds the young as animals, under the cap of the plan',
    breeding: 'a birth ends the mating that it is from',
    files: 'the photo of a note is one of the farm’s own pictures',
  },
  'server/breeding': { plans: 'how many records a farm may keep' },
  'server/sample': {
    animals: 'a sample is written and deleted by the calls of a farmer',
    breeding: 'as for animals',
    events: 'as for animals',
    'farm-lists': 'the places of the sample are entries of a list of the farm',
    plans: 'the sample leaves room under the cap of the plan',
  },
  'server/reminders': {
    exposures: 'which births are due follows from the males that run with the females',
    'farm-lists': 'the males that run with the females are an entry of a list of the farm',
    papers: 'which papers are due follows from those that were issued',
  },
  'server/exposures': {
    breeding: 'females that run with one male get their breeding records, which go where it is taken back',
    'farm-lists': 'what is stored is an entry of a list of the farm',
    plans: 'how many records a farm may keep',
  },
  'web/dashboard': {
    animals: 'the dashboard lists the newest animals, and adds and edits them in the same dialogs',
    work: 'what was begun and is not finished stands on Today',
    chores: 'Today says what is to be done, does it and puts it off',
    'farm-lists': 'Today names the places and groups where it is done',
  },
  'web/animals': { 'farm-lists': 'the rows of the herd say in which place and groups an animal is' },
  'web/chores': { 'farm-lists': 'a task names a place or a group of the farm' },
  'web/work': {
    'farm-lists': 'animals are moved to the places and groups of the farm, and treated with its products',
    journal: 'what is done is events of the journal, in the same fields',
  },
  'web/breeding': {
    'farm-lists': 'males are put in with the groups and places of the farm',
    journal: 'a mark is an event of the journal',
  },
  'web/treatments': {
    'farm-lists': 'the dewormers of the farm say who gets them',
    work: 'who is to be treated is handed over to the work with many animals',
  },
  'web/papers': {
    journal: 'a certificate has the same bracket of ancestors as the page of the animal',
    work: 'papers are printed of the groups and places with which work is done',
  },
  'web/performance': {
    chores: 'that a female is to be culled becomes a task',
    'farm-lists': 'the products of the farm say which of them are dewormers',
  },
  'web/births': {
    'farm-lists': 'where a dam is is said by the name of her place and groups',
    journal: 'a birth is an event of the journal, recorded and undone as others are',
  },
  'web/find': {
    'farm-lists': 'places and groups are found by their names',
    journal: 'an animal that is found is shown in short as on its page',
    readers: 'the header hears a reader that types like a keyboard',
  },
  'web/journal': {
    animals: 'the page of an animal changes it in the same dialog',
    chores: 'a task is added for an animal, and done, on its page',
    performance: 'the page of an animal says how it grew among its contemporaries, and what its young became',
    sells: 'the page of an animal that is for sale leads to what its listing shows',
    'farm-lists': 'events name places, groups and products, which are chosen from the lists of the farm',
  },
  'web/settings': {
    integrations: 'keys of the farm stand among the settings',
    archive: 'the farm is downloaded and brought in among the settings',
    readers: 'what reads tags is a setting of the device',
  },
  'web/offline': {
    animals: 'what was refused is corrected in the form in which it was typed',
    breeding: 'as for animals',
    'farm-lists': 'as for animals',
    health: 'as for animals',
    journal: 'as for animals',
  },
  'web/reports': {
    breeding: 'the chart of the pairs counts the breeding records and has their words',
    performance: 'the reports begin with the births and losses of the season',
  },
  'web/profile': { plans: 'the profile shows what is paid for the plan, and how to change it' },
  'server/accounts': {
    subscriptions: 'the operator grants a plan from the shell',
    files: 'the logo of a profile is one of the farm’s own pictures',
    members: 'whoever registers by an invitation or accepts it joins its farm',
  },
  'server/storefront': {
    animals: 'the cover of a listing is the picture of its animal',
    files: 'as for animals',
  },
  'server/market': { pedigree: 'a listing shows the inbreeding of its animal, if its farm shares it' },
  'server/animals': {
    'animal-tags': 'the numbers of an animal go with it',
    plans: 'the cap that the plan sets',
    files: 'a photo is one of the farm’s own pictures',
    breeding: 'what breeding records say of an animal must stay true when it changes',
  },
  'server/imports': {
    breeding: 'a file may tell of matings',
    'farm-lists': 'and of times with males',
    'animal-tags': 'a file brings EIDs and registration numbers, and rows are matched by them',
    animals: 'an import writes animals and takes them back',
    health: 'a weight of a file comes in as a checkup',
    plans: 'whether the plan has room for what a file brings',
    reports: 'the rows that stay out are written as the tables of the reports, and areas are in the unit of the farm',
  },
  'server/reports': { 'farm-lists': 'the sheets of tasks, exposures and places are lists of the farm' },
  'server/archive': {
    'animal-tags': 'numbers that come in are written as others are',
    reports: 'the tables in the archive are those of the reports',
    animals: 'animals that come in are under the cap, and are written as others are',
    breeding: 'matings go out with their young',
    files: 'photos are pictures of the farm',
    'farm-lists': 'places, groups and products go out and come in as they are stored',
    papers: 'receipts and movement documents go out and come in as they were issued',
    plans: 'records that the plan has no room for are refused before they are read',
    storefront: 'what a farm has chosen for its listings goes out as it is stored',
  },
  'server/transfers': {
    archive: 'sold animals come into the buyer’s farm as an archive does',
    files: 'photos are drawn anew for the buyer’s farm',
    papers: 'a movement document says which animals were sold, and the buyer gets it',
    reports: 'the tables in a file are written as those of the reports',
  },
  'server/admin': {
    accounts: 'a password is reset as the person could do it, and a deleted person is told by mail',
    plans: 'the plans that are edited',
    subscriptions: 'the plans that are given, and the payments that end with an account',
    files: 'the pictures of a deleted farm are removed',
  },
  'server/operations': {
    backups: 'the doctor asks how old the newest backup is, and whether it could be opened',
    payments: 'the doctor names payments that wait for a decision',
    archive: 'a large write whose server has ended is taken back',
    imports: 'as for archive',
  },
  'server/support': {
    accounts: 'opening a farm answers with the person as they now are',
    admin: 'an administrator who looks on leaves a line in the audit log',
    members: 'who looks on is a member who may see',
  },
  'server/payments': {
    plans: 'what is sold, at which price and with which coupon, and the mails about it',
    subscriptions: 'a payment starts, changes and ends a subscription',
  },
  'server/integrations': { plans: 'whether the plan of the farm has keys and webhooks' },
  'server/plans': {
    accounts: 'choosing a plan answers with the person as they now are',
    subscriptions: 'a plan that is chosen for nothing ends the one that was paid for',
  },
};

interface Location {
  readonly layer: string;
  readonly feature: string | undefined;
}

const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.d.ts'));

test('a file imports only what its layer and its feature may import', () => {
  const violations = sources.flatMap((file) =>
    importsOf(file).flatMap((target) => {
      const why = violation(file, target);
      return why === undefined ? [] : [`${file}: ${why}`];
    }),
  );
  expect(violations).toEqual([]);
});

const forbidden = [
  ['src/domain/values/dates.ts', 'node:fs'],
  ['src/domain/values/dates.ts', '#contract/common.ts'],
  ['src/contract/animals.ts', 'kysely'],
  ['src/contract/animals.ts', '#server/db/engines/connect.ts'],
  ['src/server/animals/animals.service.ts', '#web/lib/server/api.ts'],
  ['src/server/routing/mount.ts', '../animals/animals.service.ts'],
  ['src/web/animals/animals.page.tsx', '#server/app.ts'],
  ['src/web/animals/animals.page.tsx', 'kysely'],
  ['src/web/animals/animals.page.tsx', '../reports/reports.page.tsx'],
  ['src/web/herd/animal/animal-card.tsx', '#web/animals/animal-form.tsx'],
  ['src/web/ui/button.tsx', '#web/herd/data/animals.data.ts'],
] as const;

test('an import against the direction of the layers is found', () => {
  expect(forbidden.filter(([file, target]) => violation(file, target) === undefined)).toEqual([]);
});

describe('imports', () => {
  const files = sources.filter((file) => !file.includes('.test.'));
  const imports = new Map(files.map((file) => [file, importsOf(file).flatMap((target) => fileOf(file, target) ?? [])]));

  test('have no circles between files', () => {
    expect(cyclesIn(imports)).toEqual([]);
  });

  test('have no circles between features', () => {
    const features = new Map<string, string[]>();
    for (const [file, targets] of imports) {
      const from = folderOf(file);
      features.set(from, [...(features.get(from) ?? []), ...targets.map(folderOf).filter((to) => to !== from)]);
    }
    expect(cyclesIn(features)).toEqual([]);
  });

  test('that go round in a circle are found', () => {
    expect(cyclesIn(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'] })))).toEqual([['b', 'c']]);
  });
});

/** Why a file may not import this, in a sentence that says what to do instead; undefined where it may. */
function violation(file: string, target: string): string | undefined {
  const here = locationOf(file);
  const layer = layers[here.layer];
  if (!layer) return `src/${here.layer} is not a layer: put the file into domain, contract, server or web`;
  const isTest = file.includes('.test.');
  if (!target.startsWith('.') && !target.startsWith('#')) {
    return isTest || layer.mayUse(target) ? undefined : `src/${here.layer} may not import the package ${target}`;
  }
  const there = locationOf(target.startsWith('.') ? join(dirname(file), target) : target);
  if (isTest && there.layer === 'test') return undefined;
  if (!layer.layers.includes(there.layer)) return `src/${here.layer} may not import ${target}, which is of another layer`;
  return isTest || isAllowed(here, there)
    ? undefined
    : `${here.feature} may not import ${target} of another feature: move what both use into a shared folder, or list the import with its reason`;
}

function isAllowed(here: Location, there: Location): boolean {
  if (here.layer !== there.layer || here.feature === undefined || compositionRoots.has(`${here.layer}/${here.feature}`))
    return true;
  // A file of the layer itself (config, the type of the dependencies) is shared by its features.
  if (there.feature === undefined || here.feature === there.feature) return true;
  const folders = shared[here.layer] ?? {};
  const allowed = folders[here.feature];
  if (allowed) return allowed.includes(there.feature);
  return there.feature in folders || allowedImports[`${here.layer}/${here.feature}`]?.[there.feature] !== undefined;
}

function locationOf(path: string): Location {
  const [layer = '', ...rest] = path.replace(/^(?:src\/|#)/, '').split('/');
  return { layer, feature: rest.length > 1 ? rest[0] : undefined };
}

function folderOf(file: string): string {
  const { layer, feature } = locationOf(file);
  return feature === undefined ? file : `src/${layer}/${feature}`;
}

function fileOf(from: string, target: string): string | undefined {
  if (target.startsWith('#')) return `src/${target.slice(1)}`;
  return target.startsWith('.') ? join(dirname(from), target) : undefined;
}

function importsOf(file: string): string[] {
  const targets = readFileSync(file, 'utf8').matchAll(/(?:^|[\s;}])(?:from|import)(?:\s+|\s*\(\s*)'([^'\n]+)'/g);
  return [...new Set([...targets].map(([, target]) => target ?? ''))];
}

/** The sets of nodes that reach each other (strongly connected components of more than one node, Tarjan 1972). */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): number => {
    let low = order.size;
    order.set(node, low);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === order.get(node)) {
      const cycle = stack.splice(stack.indexOf(node));
      if (cycle.length > 1) found.push(cycle.toSorted());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
