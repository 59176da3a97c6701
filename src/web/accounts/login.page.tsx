import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { productSubtitle } from '#domain/product.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { useSetupToken } from './accounts.data.ts';
import { Landscape } from './landscape.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

export function LoginPage() {
  const { setupToken } = useSetupToken();
  return (
    <div className="flex min-h-dvh flex-col md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <header className="relative isolate flex min-h-72 flex-col overflow-hidden px-6 py-7 text-foreground md:sticky md:top-0 md:h-dvh md:p-8 lg:p-14">
        <Landscape className="absolute inset-0 -z-10 size-full" />
        <Wordmark size="text-2xl lg:text-3xl" />
        <p className="title mt-2 max-w-60 text-xl leading-snug md:mt-6 md:max-w-none md:text-3xl lg:mt-8 lg:max-w-lg lg:text-4xl lg:leading-tight">
          Manage your farm inventory with ease
        </p>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 items-start justify-center px-4 py-8 outline-none sm:px-8 md:items-center"
      >
        <div className="w-full max-w-md">
          <h1 className="sr-only">{productSubtitle}: sign in or create an account</h1>
          {setupToken && (
            <Alert className="mb-6" icon={<ShieldCheck />} title="This is the setup link">
              Whoever signs in or creates an account here becomes the administrator.
            </Alert>
          )}
          <Tabs defaultValue={setupToken ? 'register' : 'login'} className="flex flex-col gap-6">
            <TabsList aria-label="Sign in or create an account">
              <TabsTrigger value="login">Login</TabsTrigger>
              <TabsTrigger value="register">Register</TabsTrigger>
            </TabsList>
            <TabsContent value="login">
              <LoginForm />
            </TabsContent>
            <TabsContent value="register">
              <RegisterForm />
            </TabsContent>
          </Tabs>
          <p className="mt-8 text-center text-muted-foreground">
            Only looking?{' '}
            <Link to="/for-sale" className="font-semibold text-primary underline decoration-2 underline-offset-4">
              See animals for sale
            </Link>
          </p>
        </div>
      </main>
    </div>
  );
}
