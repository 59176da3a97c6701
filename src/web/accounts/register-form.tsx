import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Registration } from '#contract/accounts.ts';
import { bySchema, Form, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { StrengthHint } from '#web/components/forms/strength-hint.tsx';
import { useFormDraft } from '#web/components/forms/use-form-draft.ts';
import { ApiError } from '#web/lib/server/api.ts';
import { findDraft } from '#web/lib/forms/drafts.ts';
import { PasswordField } from '#web/components/forms/password-field.tsx';
import { useRegister } from './accounts.data.ts';

const Confirmed = Registration.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  // Validated together with the other fields, not only after those are valid.
  { path: ['confirmPassword'], message: "Passwords don't match", when: () => true },
);

const empty = { username: '', email: '', password: '', confirmPassword: '' };

/** The form stays mounted while the other tab is open, and its draft (without passwords) survives a reload. */
export function useRegistration() {
  const [draft] = useState(() => findDraft<{ username: string; email: string }>(null, 'registration'));
  const form = useForm({ resolver: bySchema(Confirmed), defaultValues: { ...empty, ...draft?.typed } });
  useFormDraft({ owner: null, form: 'registration' }, form, ({ username, email }) =>
    username + email === '' ? undefined : { username, email },
  );
  return form;
}

interface Props {
  readonly form: ReturnType<typeof useRegistration>;
  /** The invited address, the only one for which the invitation works. */
  readonly address: string | undefined;
}

export function RegisterForm({ form, address }: Props) {
  const { control } = form;
  const [username, password] = useWatch({ control, name: ['username', 'password'] });
  const createAccount = useRegister();
  useEffect(() => {
    if (address !== undefined) form.setValue('email', address);
  }, [form, address]);

  const submit = (account: z.input<typeof Registration>) =>
    createAccount
      .mutateAsync({ username: account.username, email: account.email, password: account.password })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'accounts.username_taken') {
          form.setError('username', { message: error.userMessage ?? '' }, { shouldFocus: true });
        }
      });

  return (
    <Form form={form} onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        control={control}
        name="username"
        label="Username"
        hint="At least 3 characters"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        control={control}
        name="email"
        label="Email"
        hint={
          address === undefined ? 'If you lose your password, we send a new one here' : 'The address your invitation was sent to'
        }
        readOnly={address !== undefined}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <PasswordField
        control={control}
        name="password"
        label="Password"
        hint={<StrengthHint password={password} username={username} />}
        isNew
      />
      <PasswordField control={control} name="confirmPassword" label="Confirm password" isNew />
      <SubmitButton busyLabel="Creating account...">Create Account</SubmitButton>
    </Form>
  );
}
