import { codePointLength } from '../values/text-length.ts';

export interface PasswordStrength {
  readonly level: 'weak' | 'fair' | 'strong';
  readonly message: string;
}

/** Never rejects a password (rule 9). Undefined for an empty one. */
export function passwordStrength(password: string, username = ''): PasswordStrength | undefined {
  if (password === '') return undefined;
  const lowercase = password.toLowerCase();
  const name = username.trim().toLowerCase();
  if (isCommon(lowercase)) return weak('Weak: this is one of the first passwords that are tried.');
  if (name.length >= 3 && lowercase.includes(name)) return weak('Weak: it contains the username.');
  if (new Set(lowercase).size <= 3) return weak('Weak: it is a few characters over and over.');
  if (isRun(lowercase)) return weak('Weak: it follows the keyboard or the alphabet.');
  const length = codePointLength(password);
  if (length < 8 || (length < 11 && /^(?:\d+|[a-z]+)$/.test(lowercase)))
    return weak('Weak: make it longer. Three or four words work well.');
  if (length < 12) return { level: 'fair', message: 'Fair: a few more characters would make it strong.' };
  return { level: 'strong', message: 'Strong.' };
}

const weak = (message: string): PasswordStrength => ({ level: 'weak', message });

// The most frequent entries of published lists of stolen passwords, and words that farmers are likely to use.
const common = new Set(
  'password passwort passw0rd letmein welcome admin administrator login master hello dragon monkey shadow sunshine princess football baseball superman batman trustno1 iloveyou whatever freedom secret changeme default guest test access starwars michael jennifer jordan hunter ranger buster soccer hockey killer george charlie andrew summer winter spring autumn flower cookie cheese ginger pepper farm farmer farming goat goats sheep lamb lambs tractor bellwether'.split(
    ' ',
  ),
);

const isCommon = (lowercase: string): boolean =>
  common.has(lowercase) || common.has(lowercase.replace(/(?<![\d\W_])[\d\W_]+$/, ''));

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
const bidirectionalRuns = runs.flatMap((run) => [run, run.split('').toReversed().join('')]);

function isRun(lowercase: string): boolean {
  for (let from = 0; from < lowercase.length; from += 1) {
    for (let to = lowercase.length; to - from >= Math.max(5, lowercase.length - 3); to -= 1) {
      if (bidirectionalRuns.some((run) => run.includes(lowercase.slice(from, to)))) return true;
    }
  }
  return false;
}
