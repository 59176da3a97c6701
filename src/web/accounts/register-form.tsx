import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useFormState, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Registration } from '#contract/accounts.ts';
import { ApiError } from '#web/lib/api.ts';
import { findDraft, keepDraft } from '#web/lib/drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useRegister } from './accounts.data.ts';
import { StrengthHint } from '#web/components/strength-hint.tsx';

const Confirmed = Registration.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  // Said together with what else is wrong, not only after that is mended.
  { path: ['confirmPassword'], message: "Passwords don't match", when: () => true },
);

const empty = { username: '', email: '', password: '', confirmPassword: '' };

/** What is typed into the form for a new account, also while it is not on the screen. A reload leaves all of it but the passwords. */
export function useRegistration() {
  const [kept] = useState(() => findDraft<{ username: string; email: string }>(null, 'registration'));
  const form = useForm({ resolver: zodResolver(Confirmed), defaultValues: { ...empty, ...kept?.typed } });
  const [username, email] = useWatch({ control: form.control, name: ['username', 'email'] });
  useEffect(() => keepDraft(null, 'registration', username + email === '' ? undefined : { username, email }), [username, email]);
  return form;
}

export function RegisterForm({ form }: { form: ReturnType<typeof useRegistration> }) {
  const { register, handleSubmit, setError, control } = form;
  // The form itself stays the same object, whatever is wrong with what stands in it.
  const { errors } = useFormState({ control });
  const [typedName, typedPassword] = useWatch({ control, name: ['username', 'password'] });
  const createAccount = useRegister();

  const submit = handleSubmit(({ username, email, password }) =>
    createAccount.mutate(
      { username, email, password },
      {
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'accounts.username_taken') {
            setError('username', { message: error.userMessage ?? '' }, { shouldFocus: true });
          }
        },
      },
    ),
  );

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <Field label="Username" hint="At least 3 characters" error={errors.username?.message}>
        {(field) => (
          <Input
            {...field}
            {...register('username')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Email" hint="A new password is sent here when you lose yours" error={errors.email?.message}>
        {(field) => <Input {...field} {...register('email')} type="email" inputMode="email" autoComplete="email" />}
      </Field>
      <Field
        label="Password"
        hint={<StrengthHint password={typedPassword} username={typedName} />}
        error={errors.password?.message}
      >
        {(field) => <PasswordInput {...field} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        {(field) => <PasswordInput {...field} {...register('confirmPassword')} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="large" busy={createAccount.isPending}>
        {createAccount.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
