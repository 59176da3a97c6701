import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The requirements of OWASP ASVS 5.0 that this product meets. Each has a test whose title contains its number. */
const requirements: Readonly<Record<string, string>> = {
  '1.2.2': 'only safe schemes in addresses',
  '1.2.4': 'parameters in SQL',
  '1.2.10': 'no formulas in CSV',
  '1.3.4': 'no scripts in SVG',
  '1.3.11': 'no injection into mail',
  '1.3.12': 'no expression that takes for ever',
  '2.3.3': 'all of a transaction or nothing',
  '2.3.4': 'locks for limited quantities',
  '2.4.1': 'limits against automation',
  '3.2.1': 'uploads are not shown as pages',
  '3.3.1': 'Secure and the __Host- prefix',
  '3.3.2': 'SameSite',
  '3.3.3': 'the __Host- prefix',
  '3.3.4': 'HttpOnly',
  '3.4.1': 'HSTS',
  '3.4.3': 'a content security policy',
  '3.4.4': 'nosniff',
  '3.4.5': 'a referrer policy',
  '3.4.6': 'frame-ancestors',
  '3.4.8': 'a cross-origin opener policy',
  '3.5.1': 'no forged requests',
  '3.5.2': 'no reliance on a preflight that may not come',
  '3.5.3': 'writes by methods that write',
  '3.7.2': 'no redirect to where an address says',
  '5.2.1': 'size of files',
  '5.2.2': 'kind of files by their content',
  '5.2.4': 'a quota of files',
  '5.2.6': 'pixels of pictures',
  '5.3.2': 'names of files made by the server',
  '5.4.1': 'a name in Content-Disposition',
  '6.1.1': 'how brute force is met, without lock-out',
  '6.2.3': 'a change of the password needs the current one',
  '6.2.4': 'common passwords',
  '6.2.5': 'no rules of composition',
  '6.2.8': 'passwords as typed',
  '6.2.9': 'passwords of 64 characters and more',
  '6.3.1': 'brute force',
  '6.3.2': 'no default accounts',
  '6.3.7': 'changes of credentials are told',
  '6.3.8': 'no telling who has an account',
  '6.4.1': 'temporary passwords are random and short-lived',
  '6.4.6': 'administrators start a reset and never know the password',
  '7.2.1': 'sessions are checked by the server',
  '7.2.3': 'sessions are random',
  '7.2.4': 'a new session at sign-in',
  '7.3.1': 'a session ends when it is not used',
  '7.3.2': 'a session ends in any case',
  '7.4.1': 'signing out ends the session on the server',
  '7.4.2': 'a deleted account has no sessions',
  '7.4.3': 'a changed password ends the other sessions',
  '7.5.1': 'the password again before the address changes',
  '8.2.1': 'functions by role',
  '8.2.2': 'records by owner',
  '8.2.3': 'fields by permission',
  '8.3.1': 'decided by the server',
  '8.3.2': 'a changed role counts at once',
  '8.4.1': 'farms apart from each other',
  '11.4.2': 'argon2id',
  '14.2.8': 'no metadata in pictures',
  '14.3.2': 'no-store',
  '15.3.1': 'only the fields that are needed',
  '15.3.3': 'only the fields an action allows',
  '15.3.5': 'types',
  '15.3.6': 'no prototype pollution',
  '15.4.2': 'check and act at once',
  '16.2.1': 'logs that say which request',
  '16.2.5': 'no secrets in logs',
  '16.3.1': 'sign-ins in logs',
  '16.3.2': 'refusals in logs',
  '16.4.1': 'no forged lines in logs',
  '16.5.1': 'errors without internals',
  '16.5.2': 'goes on when others are down',
  '16.5.3': 'never fails open',
  '16.5.4': 'a last resort for errors',
};

/** Requirements that the product deliberately does not meet, with the reason; the specification is older than the standard. */
const decidedOtherwise: Readonly<Record<string, string>> = {
  '6.2.1': 'at least 6 characters, as specified, not 8: rule 9 has the form name a weak password as weak while it is typed',
};

const sources = globSync('{src,test}/**/*.test.ts').map((file) => readFileSync(file, 'utf8'));
// In a title, which is a text between quotes; not in a comment.
const numbersInTests = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/['"`][^'"`\n]*\(ASVS ([\d., ]+)\)[^'"`\n]*['"`]/g)].flatMap(([, ids = '']) => ids.split(', ')),
  ),
);

test.each(Object.entries(requirements))('ASVS %s (%s) has a test', (id) => {
  expect([...numbersInTests]).toContain(id);
});

test('a number that a test carries is one, and is not decided otherwise', () => {
  expect([...numbersInTests].filter((id) => !/^\d+\.\d+\.\d+$/.test(id) || id in decidedOtherwise)).toEqual([]);
});

test('what is decided otherwise says why', () => {
  for (const why of Object.values(decidedOtherwise)) expect(why).toMatch(/rule \d+/);
});
