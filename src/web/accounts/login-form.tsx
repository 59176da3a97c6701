import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Login, PasswordReset } from '#contract/accounts.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useLogin, useResetPassword } from './accounts.data.ts';

export function LoginForm() {
  const { register, handleSubmit, getValues, setError, clearErrors, formState } = useForm({
    resolver: zodResolver(Login),
    defaultValues: { username: '', password: '' },
  });
  const login = useLogin();
  const reset = useResetPassword();

  const resetPassword = () => {
    const wanted = PasswordReset.safeParse({ loginId: getValues('username') });
    clearErrors();
    if (wanted.success) reset.mutate(wanted.data);
    else setError('username', { message: wanted.error.issues[0]?.message ?? '' }, { shouldFocus: true });
  };

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={handleSubmit((values) => login.mutate(values))}>
      <Field label="Username" error={formState.errors.username?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('username')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Password" error={formState.errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
      </Field>
      <Button type="submit" size="large" busy={login.isPending}>
        {login.isPending ? 'Logging in...' : 'Login'}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t pt-4">
        <p className="text-sm text-muted-foreground">Forgot it? Type your username first.</p>
        <Button variant="outline" busy={reset.isPending} onClick={resetPassword}>
          {reset.isPending ? 'Sending...' : 'Reset Password'}
        </Button>
      </div>
    </form>
  );
}
