import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

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
// prettier-ignore
const allowedImports: Readonly<Record<string, readonly [features: string, reason: string]>> = {
  'server/accounts': ['subscriptions files members', 'plans are granted from the shell, logos are pictures, an invitation leads to a farm'],
  'server/acts': ['animal-tags animals breeding events farm-lists files', 'what was done is taken back by the opposite call'],
  'server/admin': ['accounts plans subscriptions files', 'people and their farms are changed and deleted as a whole'],
  'server/animals': ['animal-tags plans files breeding', 'tags and photos go with an animal, plans cap it, matings must stay true'],
  'server/archive': [
    'animal-tags reports animals breeding files farm-lists papers plans storefront', 'all of a farm goes out and comes in as it is stored',
  ],
  'server/breeding': ['plans', 'how many records a farm may keep'],
  'server/changes': ['animals animal-tags breeding events farm-lists', 'what changed is read as it is listed'],
  'server/events': ['animals breeding files', 'a birth adds young under the cap and ends its mating; a note has a photo'],
  'server/exposures': ['breeding farm-lists plans', 'females with one male get breeding records, and an exposure is an entry of a list'],
  'server/farm-lists': ['files', 'the photo of a product is one of the farm’s own pictures'],
  'server/health': ['animals plans', 'a checkup sets the health of its animal; how many records a farm may keep'],
  'server/imports': [
    'breeding farm-lists animal-tags animals health plans reports', 'a file brings records of these kinds, under the limits of the plan',
  ],
  'server/integrations': ['plans', 'whether the plan of the farm has keys and webhooks'],
  'server/market': ['pedigree', 'a listing shows the inbreeding of its animal, if its farm shares it'],
  'server/operations': ['backups payments archive imports', 'the doctor looks at backups and payments; large writes that broke off are undone'],
  'server/payments': ['plans subscriptions', 'what is sold, and the subscription that a payment changes'],
  'server/plans': ['accounts subscriptions', 'choosing a plan ends what was paid for, and answers with the person'],
  'server/reminders': ['exposures farm-lists papers', 'which births and papers are due'],
  'server/reports': ['farm-lists reminders', 'sheets of tasks, exposures and places are lists of the farm; which births are expected'],
  'server/sample': ['animals breeding events farm-lists plans', 'a sample is written and deleted by the calls of a farmer'],
  'server/storefront': ['animals files', 'the cover of a listing is the picture of its animal'],
  'server/support': ['accounts admin members', 'who looks on is a member who may see, and is in the audit log'],
  'server/sync': ['animals animal-tags breeding events farm-lists health', 'the answer says how a record is that has changed meanwhile'],
  'server/transfers': ['archive files papers reports', 'sold animals come into the buyer’s farm as an archive, with their papers'],
  'web/animals': ['farm-lists', 'the rows of the herd say in which place and groups an animal is'],
  'web/births': ['farm-lists journal', 'where a dam is; a birth is recorded and undone as other events are'],
  'web/breeding': ['farm-lists journal', 'males are put in with groups and places; a mark is an event'],
  'web/chores': ['farm-lists', 'a task names a place or a group of the farm'],
  'web/dashboard': ['animals work chores farm-lists', 'Today shows the newest animals and what is to be done, and does it'],
  'web/find': ['farm-lists journal readers', 'places and groups are found too, by readers too, and an animal is shown in short'],
  'web/journal': ['animals chores performance sells farm-lists', 'the page of an animal changes it and shows all that is known of it'],
  'web/offline': ['animals breeding farm-lists health journal', 'what was refused is corrected in the form in which it was typed'],
  'web/papers': ['journal work', 'a certificate has the bracket of ancestors; papers are printed of groups and places'],
  'web/performance': ['chores farm-lists', 'that a female is to be culled becomes a task; products say which are dewormers'],
  'web/profile': ['plans', 'the profile shows what is paid for the plan, and how to change it'],
  'web/reports': ['breeding performance', 'the charts count breeding records, births and losses'],
  'web/settings': ['integrations archive readers', 'keys, archives and readers stand among the settings'],
  'web/treatments': ['farm-lists work', 'dewormers say who gets them; the treatment is work with many animals'],
  'web/work': ['farm-lists journal', 'animals are moved and treated, which is events of the journal'],
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

test('features do not import each other in circles', () => {
  const imports = sources
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      importsOf(file)
        .flatMap((target) => fileOf(file, target) ?? [])
        .map((to) => [folderOf(file), folderOf(to)]),
    );
  let left = imports.filter(([from, to]) => from !== to);
  // A feature that imports none that is left is in no circle.
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const importing = new Set(left.map(([from]) => from));
    left = left.filter(([, to]) => importing.has(to));
  }
  expect(left).toEqual([]);
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
  return (
    there.feature in folders || allowedImports[`${here.layer}/${here.feature}`]?.[0].split(' ').includes(there.feature) === true
  );
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
