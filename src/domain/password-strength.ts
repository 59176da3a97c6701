import { codePoints } from './text.ts';

export interface PasswordStrength {
  readonly level: 'weak' | 'fair' | 'strong';
  readonly sentence: string;
}

/** Names a weak password as weak while it is typed; it never refuses one (rule 9). Empty: nothing to say. */
export function passwordStrength(password: string, username = ''): PasswordStrength | undefined {
  if (password === '') return undefined;
  const plain = password.toLowerCase();
  const name = username.trim().toLowerCase();
  if (isCommon(plain)) return weak('Weak: this is one of the first passwords that are tried.');
  if (name.length >= 3 && plain.includes(name)) return weak('Weak: it contains the username.');
  if (new Set(plain).size <= 3) return weak('Weak: it is a few characters over and over.');
  if (isRun(plain)) return weak('Weak: it follows the keyboard or the alphabet.');
  const length = codePoints(password);
  if (length < 8 || (length < 11 && /^(?:\d+|[a-z]+)$/.test(plain)))
    return weak('Weak: make it longer. Three or four words work well.');
  if (length < 12) return { level: 'fair', sentence: 'Fair: a few more characters would make it strong.' };
  return { level: 'strong', sentence: 'Strong.' };
}

const weak = (sentence: string): PasswordStrength => ({ level: 'weak', sentence });

// The heads of the published lists of stolen passwords, and what a farm adds to them.
const common = new Set(
  'password passwort passw0rd letmein welcome admin administrator login master hello dragon monkey shadow sunshine princess football baseball superman batman trustno1 iloveyou whatever freedom secret changeme default guest test access starwars michael jennifer jordan hunter ranger buster soccer hockey killer george charlie andrew summer winter spring autumn flower cookie cheese ginger pepper farm farmer farming goat goats sheep lamb lambs tractor bellwether'.split(
    ' ',
  ),
);

/** 'Sheep2024!' is 'sheep' with the year everybody adds. */
const isCommon = (plain: string): boolean => common.has(plain) || common.has(plain.replace(/(?<![\d\W_])[\d\W_]+$/, ''));

const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  '1q2w3e4r5t6y',
  'qazwsxedcrfv',
];
const bothWays = runs.flatMap((run) => [run, run.split('').toReversed().join('')]);

/** Nearly all of it is one stretch of a row of keys, of the alphabet or of the figures. */
function isRun(plain: string): boolean {
  for (let from = 0; from < plain.length; from += 1) {
    for (let to = plain.length; to - from >= Math.max(5, plain.length - 3); to -= 1) {
      if (bothWays.some((run) => run.includes(plain.slice(from, to)))) return true;
    }
  }
  return false;
}
