import { useForm } from 'react-hook-form';
import { Login, PasswordReset } from '#contract/accounts.ts';
import { bySchema, Form, SubmitButton, TextField } from '#web/components/form.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { useLogin, useResetPassword } from './accounts.data.ts';

export function LoginForm() {
  const form = useForm({ resolver: bySchema(Login), defaultValues: { username: '', password: '' } });
  const { control } = form;
  const login = useLogin();
  const reset = useResetPassword();

  const resetPassword = () => {
    const wanted = PasswordReset.safeParse({ loginId: form.getValues('username') });
    form.clearErrors();
    if (wanted.success) reset.mutate(wanted.data);
    else form.setError('username', { message: wanted.error.issues[0]?.message ?? '' }, { shouldFocus: true });
  };

  return (
    <Form form={form} onSubmit={(values) => login.mutateAsync(values)} className="flex flex-col gap-5">
      <TextField
        control={control}
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField control={control} name="password" label="Password" as={PasswordInput} autoComplete="current-password" />
      <SubmitButton busyLabel="Logging in...">Login</SubmitButton>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t pt-4">
        <p className="text-sm text-muted-foreground">Forgot it? Type your username first.</p>
        <Button variant="outline" busy={reset.isPending} onClick={resetPassword}>
          {reset.isPending ? 'Sending...' : 'Reset Password'}
        </Button>
      </div>
    </Form>
  );
}
