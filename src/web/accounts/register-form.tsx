import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Registration } from '#contract/accounts.ts';
import { ApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useRegister } from './accounts.data.ts';
import { StrengthHint } from '#web/ui/strength-hint.tsx';

const Confirmed = Registration.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  // Said together with what else is wrong, not only after that is mended.
  { path: ['confirmPassword'], message: "Passwords don't match", when: () => true },
);

export function RegisterForm() {
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(Confirmed),
    defaultValues: { username: '', email: '', password: '', confirmPassword: '' },
  });
  const { errors } = formState;
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
