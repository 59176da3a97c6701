import type { ReactNode } from 'react';
import { NetworkError, errorMessage } from '#web/lib/server/api.ts';
import { Alert } from '#web/ui/alert.tsx';

interface FailedProps {
  readonly error: unknown;
  readonly title: string;
  /** What happens if it is tried again, where the server did not answer. */
  readonly again: string;
  readonly fallback: string;
  readonly action?: ReactNode;
}

export const Failed = ({ error, title, again, fallback, action }: FailedProps) => {
  const isUnreached = error instanceof NetworkError;
  return (
    <Alert role="alert" variant="destructive" title={isUnreached ? 'The server could not be reached' : title} action={action}>
      {isUnreached ? again : errorMessage(error, fallback)}
    </Alert>
  );
};
