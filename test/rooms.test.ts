import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

interface Room {
  /** The rooms it may open a door to. */
  readonly doors: readonly string[];
  /** The packages it may (or may not) stand on. */
  readonly mayUse: (packageName: string) => boolean;
}

const rooms: Readonly<Record<string, Room>> = {
  domain: { doors: ['domain'], mayUse: () => false },
  contract: { doors: ['contract', 'domain'], mayUse: (name) => name === 'zod' },
  server: { doors: ['server', 'contract', 'domain'], mayUse: (name) => !/^(?:react|@tanstack|radix-ui|lucide)/.test(name) },
  web: {
    doors: ['web', 'contract', 'domain'],
    mayUse: (name) => !/^(?:node:|fastify|@fastify|kysely|pg$|pino|sharp|nodemailer|@node-rs)/.test(name),
  },
};

/** What every feature of a room may lean on; these know no feature in return. */
const commons: Readonly<Record<string, readonly string[]>> = { server: ['http', 'db', 'jobs'], web: ['ui', 'lib'] };

/** Where the features are joined: may know all of them. */
const joints = new Set(['web/app']);

/** Features are strangers to each other. Each friendship is written here with its reason. */
const friendships: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server/health': {
    animals: 'a checkup sets the health status and the vaccination of its animal',
    plans: 'how many records a farm may keep',
  },
  'server/breeding': { plans: 'how many records a farm may keep' },
  'web/dashboard': { animals: 'the dashboard shows the herd: its cards, its dialogs, its sums and the room left for it' },
  'web/settings': { archive: 'the farm is downloaded and brought in among the settings' },
  'web/health': { animals: 'a checkup is of an animal: its picker, its words and its mark of health' },
  'web/breeding': { animals: 'a breeding record names a male, females and their young: their pickers and words' },
  'web/reports': {
    animals: 'the charts count the herd and name it by its words',
    breeding: 'the chart of the pairs counts the breeding records and has their words',
  },
  'web/imports': { animals: 'a row of a file shows its animal in the words of the herd' },
  'web/sells': { animals: 'the sales table is a view of the animals, and changes them' },
  'web/profile': { plans: 'the profile shows what is paid for the plan, and how to change it' },
  'web/market': { animals: 'an offer is of an animal: its words and its icon' },
  'server/accounts': {
    plans: 'the operator grants a plan from the shell',
    admin: 'what the operator grants is in the audit log, as what an administrator gives',
    mail: 'resets and changes of a password are told by mail',
    files: 'the logo of a profile is one of the farm’s own pictures',
  },
  'server/animals': {
    plans: 'the cap that the plan sets',
    files: 'a photo is one of the farm’s own pictures',
    breeding: 'what breeding records say of an animal must stay true when it changes',
  },
  'server/imports': {
    animals: 'an import writes animals and takes them back',
    health: 'a weight of a file comes in as a checkup',
    plans: 'whether the plan has room for what a file brings',
  },
  'server/archive': {
    reports: 'the tables in the archive are those of the reports',
    animals: 'animals that come in are under the cap, and are written as others are',
    files: 'photos are pictures of the farm',
  },
  'server/backups': {
    files: 'pictures are backed up, and backups are kept in a store',
    jobs: 'a backup every hour',
  },
  'server/admin': {
    accounts: 'a password is reset as the person could do it, and who is deleted is told',
    plans: 'the plans that are edited, and that are given',
    payments: 'who is deleted pays no more',
    mail: 'who is deleted is told by mail',
    files: 'the pictures of a deleted farm are cleared away',
  },
  'server/operations': {
    mail: 'how many mails wait is one of the numbers that an operator watches; the doctor knocks at the mail server',
    files: 'the doctor asks the bucket',
    backups: 'the doctor asks how old the newest backup is, and whether it could be opened',
    payments: 'the doctor names payments that wait for a decision',
  },
  'server/payments': {
    plans: 'what is sold, at which price and with which coupon, and the mails about it',
    mail: 'what was paid, or was not, is told by mail',
  },
  'server/plans': {
    accounts: 'choosing a plan answers with the person as they now are',
    mail: 'what becomes of a plan is told by mail',
    payments: 'who takes a plan that is not paid for pays no more',
  },
};

interface Place {
  readonly room: string;
  /** The folder in the room; none for files that lie in the room itself (main, app, cli). */
  readonly feature: string | undefined;
}

const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.d.ts'));

test.each(sources)('%s keeps to its room', (file) => {
  expect(importsOf(readFileSync(file, 'utf8')).flatMap((target) => objection(file, target) ?? [])).toEqual([]);
});

test.each([
  ['src/domain/dates.ts', 'node:fs'],
  ['src/domain/dates.ts', '#contract/common.ts'],
  ['src/contract/animals.ts', 'kysely'],
  ['src/contract/animals.ts', '#server/db/connect.ts'],
  ['src/server/animals/animals.service.ts', '#web/lib/api.ts'],
  ['src/server/http/mount.ts', '../animals/animals.service.ts'],
  ['src/web/animals/animals.page.tsx', '#server/app.ts'],
  ['src/web/animals/animals.page.tsx', 'kysely'],
  ['src/web/animals/animals.page.tsx', '../reports/reports.page.tsx'],
  ['src/web/ui/button.tsx', '#web/animals/animals.data.ts'],
])('%s may not import %s', (file, target) => {
  expect(objection(file, target)).toBeTypeOf('string');
});

/** Why a file may not import this, in a sentence that says what to do instead; undefined where it may. */
function objection(file: string, target: string): string | undefined {
  const here = placeOf(file);
  const room = rooms[here.room];
  if (!room) return `src/${here.room} is not a room of this house`;
  const isTest = file.includes('.test.');
  if (!target.startsWith('.') && !target.startsWith('#')) {
    return isTest || room.mayUse(target) ? undefined : `${target} does not belong in src/${here.room}`;
  }
  const there = placeOf(target.startsWith('.') ? join(dirname(file), target) : target);
  if (isTest && there.room === 'test') return undefined;
  if (!room.doors.includes(there.room)) return `src/${here.room} has no door to ${target}`;
  return isTest || mayKnow(here, there)
    ? undefined
    : `${here.feature} is a stranger to ${target}: name the friendship here or move the piece`;
}

function mayKnow(here: Place, there: Place): boolean {
  if (here.room !== there.room || here.feature === undefined || joints.has(`${here.room}/${here.feature}`)) return true;
  // A file of the room itself that a feature leans on (config, the type of the dependencies) is as common as the commons.
  if (there.feature === undefined || here.feature === there.feature) return true;
  const common = commons[here.room] ?? [];
  if (common.includes(there.feature)) return true;
  return !common.includes(here.feature) && friendships[`${here.room}/${here.feature}`]?.[there.feature] !== undefined;
}

function placeOf(path: string): Place {
  const [room = '', ...rest] = path.replace(/^(?:src\/|#)/, '').split('/');
  return { room, feature: rest.length > 1 ? rest[0] : undefined };
}

function importsOf(source: string): string[] {
  const targets = source.matchAll(/(?:^|[\s;}])(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...new Set([...targets].map(([, target]) => target ?? ''))];
}
