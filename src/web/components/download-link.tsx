import type { ComponentProps } from 'react';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/use-toast.ts';

/**
 * A plain link, so that the browser shows the progress and streams the download to disk. A browser shows no sentence of a refusal, so the
 * one of a session by PIN is said here.
 */
export function DownloadLink({ href, onClick, children, ...rest }: ComponentProps<'a'>) {
  const isByPin = useCurrentUser().data?.isByPin === true;
  return (
    <a
      {...rest}
      href={href}
      download
      onClick={(event) => {
        onClick?.(event);
        if (!isByPin) return;
        event.preventDefault();
        toast({
          variant: 'destructive',
          title: 'Error',
          description: 'You signed in with a PIN. Log out and log in with your password to download files.',
        });
      }}
    >
      {children}
    </a>
  );
}
