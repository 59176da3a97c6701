import { describe, expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

describe('the hint on a new password', () => {
  test('is empty for an empty password', () => {
    expect(passwordStrength('')).toBeUndefined();
  });

  test.each([
    'password',
    'Password1',
    'Sheep2024!',
    '123456',
    '654321',
    'qwerty12',
    'abcdef',
    'aaaaaaaaaaaa',
    'ababababab',
    'kitten',
    '80317264',
  ])('names %s as weak (ASVS 6.2.4)', (password) => {
    expect(passwordStrength(password)?.level).toBe('weak');
  });

  test('names a password that contains the username as weak, whatever its case', () => {
    expect(passwordStrength('Hollis-and-more-words', 'hollis')).toEqual({
      level: 'weak',
      message: 'Weak: it contains the username.',
    });
    expect(passwordStrength('Hollis-and-more-words', 'miriam')?.level).toBe('strong');
  });

  test('rates twelve different characters as strong and fewer as fair', () => {
    expect(passwordStrength('hay wagon 4')?.level).toBe('fair');
    expect(passwordStrength('hay wagon 47')?.level).toBe('strong');
  });

  test('counts code points', () => {
    expect(passwordStrength('🐐🐑🌾🚜🐎🐄🐖')?.level).toBe('weak');
  });
});
