import { describe, expect, test } from 'vitest';
import { validatePasswordChange } from './password-change.ts';

const good = { currentPassword: 'old one', newPassword: 'hay wagon', confirmPassword: 'hay wagon' };

describe('a password change', () => {
  test.each(['currentPassword', 'newPassword', 'confirmPassword'] as const)('needs %s', (field) => {
    expect(validatePasswordChange({ ...good, [field]: '' })).toBe('Please fill in all fields');
  });

  test('needs the new password twice', () => {
    expect(validatePasswordChange({ ...good, confirmPassword: 'hay waggon' })).toBe('New passwords do not match');
  });

  test('needs six code points', () => {
    expect(validatePasswordChange({ ...good, newPassword: 'kid', confirmPassword: 'kid' })).toBe(
      'Password must be at least 6 characters long',
    );
    expect(validatePasswordChange({ ...good, newPassword: '🐐🐐🐐🐐🐐', confirmPassword: '🐐🐐🐐🐐🐐' })).toBe(
      'Password must be at least 6 characters long',
    );
  });

  test('is valid otherwise', () => {
    expect(validatePasswordChange(good)).toBeUndefined();
  });
});
