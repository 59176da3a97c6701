import { codePointLength } from '#domain/values/text-length.ts';

export interface PasswordEntries {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

export function validatePasswordChange({ currentPassword, newPassword, confirmPassword }: PasswordEntries): string | undefined {
  if (currentPassword === '' || newPassword === '' || confirmPassword === '') return 'Please fill in all fields';
  if (newPassword !== confirmPassword) return 'New passwords do not match';
  if (codePointLength(newPassword) < 6) return 'Password must be at least 6 characters long';
  return undefined;
}
