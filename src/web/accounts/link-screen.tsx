import type { ReactNode } from 'react';
import { errorMessage } from '#web/lib/server/api.ts';
import { Card, CardContent } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Wordmark } from '#web/components/page/wordmark.tsx';

export const ToSignIn = () => (
  <LinkButton to="/login" variant="outline">
    Go to the sign-in page
  </LinkButton>
);

export const ToFarm = () => (
  <LinkButton to="/" variant="outline">
    Go to your farm
  </LinkButton>
);

export const linkFailure = (error: unknown): string =>
  errorMessage(error, 'The server could not be reached. Check your connection and try again.');

export function LinkScreen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col gap-8 px-4 py-8 sm:py-16">
      <header>
        <Wordmark size="text-[min(1.5rem,12vw)]" />
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        <Card>
          <CardContent className="flex flex-col items-start gap-4">
            <h1 className="title text-2xl">{title}</h1>
            {children}
          </CardContent>
        </Card>
      </main>
    </div>
  );
}
