import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { LogIn, ShieldCheck, ShieldOff, ShieldQuestion, Smartphone, WifiOff } from 'lucide-react';
import { productSubtitle } from '#domain/product.ts';
import { count } from '#web/lib/text/format.ts';
import { loadPage, useWhenReachable } from '#web/lib/server/reachable.ts';
import { sendSignOut } from '#web/lib/session/session.ts';
import { isSignOutUnsent } from '#web/lib/session/unsent-sign-out.ts';
import { countWaiting } from '#web/lib/server/waiting-count.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { Wordmark } from '#web/components/page/wordmark.tsx';
import { useInvitation, useSetupLink, useLogin, useResetPassword } from './accounts.data.ts';
import { Landscape } from './landscape.tsx';
import { RegisterForm, useRegistration } from './register-form.tsx';
import { useForm } from 'react-hook-form';
import { Login, PasswordReset } from '#contract/accounts.ts';
import { bySchema, Form, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { PasswordField } from '#web/components/forms/password-field.tsx';

const InvitationNotice = lazily(async () => (await import('./invitation-notice.tsx')).InvitationNotice);
const RegistrationNotice = lazily(async () => (await import('./registration-notice.tsx')).RegistrationNotice);

const pitch =
  'Health, births, treatments and sales of your goats and sheep, also in a barn without signal. Free for ten animals.';

export function LoginPage() {
  const { state } = useSetupLink();
  // Somebody else may use the link first; the form and its values stay.
  const [wasOpen, setWasOpen] = useState(false);
  if (state === 'open' && !wasOpen) setWasOpen(true);
  const invited = useInvitation();
  const { tab = wasOpen || invited.invitation ? 'register' : 'login' } = useSearch({ from: '/login' });
  const navigate = useNavigate({ from: '/login' });
  const registration = useRegistration();
  const open = (next: string) =>
    void navigate({
      search: (now) => ({ ...now, tab: next === 'register' ? next : 'login' }),
      replace: true,
      state: true,
      resetScroll: false,
    });
  return (
    <div className="flex min-h-dvh flex-col md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <header className="relative isolate flex min-h-56 flex-col overflow-hidden px-6 py-5 min-[34rem]:max-md:min-h-88 text-foreground md:sticky md:top-0 md:h-dvh md:p-8 lg:p-14">
        <Landscape className="absolute inset-0 -z-10 size-full" />
        <Wordmark size="text-2xl lg:text-3xl" />
        <p className="title mt-2 max-w-60 text-xl leading-snug md:mt-6 md:max-w-none md:text-3xl lg:mt-8 lg:max-w-lg lg:text-4xl lg:leading-tight">
          Manage your farm inventory with ease
        </p>
        <p className="mt-3 max-w-lg text-lg leading-snug max-md:hidden">{pitch}</p>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 items-start justify-center px-4 py-8 outline-none sm:px-8 md:items-center"
      >
        <div className="w-full max-w-md">
          <h1 className="sr-only">{productSubtitle}: sign in or create an account</h1>
          {/* On a phone the hills would be behind it. */}
          <p className="mb-6 leading-snug text-muted-foreground md:hidden">{pitch}</p>
          <SetupNotice state={state} />
          {invited.token !== undefined && (
            <Suspense>
              <InvitationNotice {...invited} />
            </Suspense>
          )}
          <SignedOutNotice />
          <WaitingNotice />
          <UnsentSignOutNotice />
          {state === 'checking' ? (
            // Switching tabs while the request runs would lose what is being typed.
            <output className="flex items-center gap-3 text-muted-foreground">
              <Spinner /> Checking the setup link...
            </output>
          ) : (
            <Tabs value={tab} onValueChange={open} className="flex flex-col gap-6">
              <TabsList aria-label="Sign in or create an account">
                <TabsTrigger value="login">Login</TabsTrigger>
                <TabsTrigger value="register">Register</TabsTrigger>
              </TabsList>
              <TabsContent value="login">
                <LoginForm />
              </TabsContent>
              <TabsContent value="register">
                <LoadedLater>
                  <RegistrationNotice />
                </LoadedLater>
                <RegisterForm form={registration} address={invited.invitation?.email} />
              </TabsContent>
            </Tabs>
          )}
          <p className="mt-8 text-center text-muted-foreground">
            Just looking?{' '}
            <Link to="/for-sale" className="font-semibold text-primary underline decoration-2 underline-offset-4">
              See animals for sale
            </Link>
          </p>
        </div>
      </main>
    </div>
  );
}

/** Unsent entries can only be sent by the person who made them, so the page asks that person to sign in. */
function WaitingNotice() {
  // The prerendered page knows nothing of this browser.
  const waiting = useSyncExternalStore(
    () => () => {},
    countWaiting,
    () => 0,
  );
  if (waiting === 0) return null;
  return (
    <Alert className="mb-6" icon={<Smartphone />} title={`Sign in to send ${count(waiting)}`}>
      {waiting === 1 ? 'One entry is waiting' : `${count(waiting)} entries are waiting`} on this device. Nothing is lost.
    </Alert>
  );
}

function UnsentSignOutNotice() {
  // The prerendered page knows nothing of this browser.
  const isUnsent = useSyncExternalStore(
    () => () => {},
    isSignOutUnsent,
    () => false,
  );
  const [isSent, setSent] = useState(false);
  useWhenReachable(isUnsent && !isSent, () => {
    void sendSignOut().then(
      () => setSent(!isSignOutUnsent()),
      () => undefined,
    );
  });
  if (isSent || !isUnsent) return null;
  return (
    <Alert className="mb-6" icon={<WifiOff />} title="You are not logged out on the server yet">
      Your session ends as soon as the server answers. Nothing of the farm is shown on this device.
    </Alert>
  );
}

function SignedOutNotice() {
  const wanted = useRouterState({ select: ({ location }) => location.state.wanted });
  const how = wanted?.signedOut?.how;
  if (how === 'replaced') {
    return (
      <Alert
        role="alert"
        className="mb-6"
        icon={<LogIn />}
        title="A different account is signed in in another window"
        action={
          <Button variant="outline" onClick={() => void loadPage('/')}>
            Continue with that account
          </Button>
        }
      >
        This browser shows one account at a time. Continue with that one, or sign in as yourself: what you typed is kept for you.
      </Alert>
    );
  }
  if (how === 'ended') {
    return (
      <Alert role="alert" className="mb-6" icon={<LogIn />} title="Your session has ended">
        Sign in again to return to where you were, with everything you typed. If the farm is not there then, your access to it has
        ended.
      </Alert>
    );
  }
  if (!wanted || wanted.address === '/') return null;
  return (
    <Alert className="mb-6" icon={<LogIn />} title="Sign in to continue">
      The page you asked for will then open.
    </Alert>
  );
}

function SetupNotice({ state }: { state: ReturnType<typeof useSetupLink>['state'] }) {
  switch (state) {
    case 'open':
      return (
        <Alert className="mb-6" icon={<ShieldCheck />} title="This is the setup link">
          Whoever signs in or creates an account here becomes the administrator.
        </Alert>
      );
    case 'closed':
      return (
        <Alert className="mb-6" icon={<ShieldOff />} title="This setup link no longer works">
          It was used, or it is too old. You can sign in or create an account here as usual.
        </Alert>
      );
    case 'unknown':
      return (
        <Alert className="mb-6" icon={<ShieldQuestion />} title="This setup link could not be checked">
          If it still works, whoever signs in or creates an account here becomes the administrator.
        </Alert>
      );
    default:
      return null;
  }
}

function LoginForm() {
  const form = useForm({ resolver: bySchema(Login), defaultValues: { username: '', password: '' } });
  const { control } = form;
  const login = useLogin();
  const reset = useResetPassword();

  const resetPassword = () => {
    const wanted = PasswordReset.safeParse({ loginId: form.getValues('username') });
    form.clearErrors();
    if (wanted.success) reset.mutate({ body: wanted.data });
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
      <PasswordField control={control} name="password" label="Password" />
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
