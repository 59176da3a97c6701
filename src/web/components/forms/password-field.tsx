import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextField } from './form.tsx';

type PasswordFieldProps<V extends FieldValues, Out> = Omit<ComponentProps<typeof TextField<V, Out>>, 'as' | 'autoComplete'> & {
  /** Whether a password manager proposes a new password instead of the present one. */
  readonly isNew?: boolean;
};

export const PasswordField = <V extends FieldValues, Out>({ isNew = false, ...field }: PasswordFieldProps<V, Out>) => (
  <TextField {...field} as={PasswordInput} autoComplete={isNew ? 'new-password' : 'current-password'} />
);
