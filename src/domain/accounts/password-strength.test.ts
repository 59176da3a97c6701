import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

const weak = 'password Password1 Sheep2024! 654321 qwerty12 abcdef aaaaaaaaaaaa ababababab kitten 80317264';

test.each([
  ['', undefined],
  ...weak.split(' ').map((password) => [password, 'weak']),
  ['🐐🐑🌾🚜🐎🐄🐖', 'weak'],
  ['hay wagon 4', 'fair'],
  ['hay wagon 47', 'strong'],
] as [password: string, level: string][])('the hint on the new password %j is %s (ASVS 6.2.4)', (password, level) => {
  expect(passwordStrength(password)?.level).toBe(level);
});

test('a password that contains the username is weak, whatever its case', () => {
  expect(passwordStrength('Hollis-and-more-words', 'hollis')).toMatchObject({ level: 'weak' });
  expect(passwordStrength('Hollis-and-more-words', 'miriam')).toMatchObject({ level: 'strong' });
});
