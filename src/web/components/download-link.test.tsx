import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, renderHook, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { useToasts } from '#web/lib/use-toast.ts';
import { DownloadLink } from './download-link.tsx';

test.each([false, true])(
  'a download is left to the browser, unless the session is by a PIN (%s), which is told why not',
  (isByPin) => {
    const client = new QueryClient();
    client.setQueryData(currentUserQuery.queryKey, { isByPin } as CurrentUser);
    render(
      <QueryClientProvider client={client}>
        <DownloadLink href="/api/export">Export</DownloadLink>
      </QueryClientProvider>,
    );
    expect(fireEvent.click(screen.getByRole('link'))).toBe(!isByPin);
    const said = renderHook(useToasts).result.current.map(({ description }) => description);
    expect(said.includes('You signed in with a PIN. Log out and log in with your password to download files.')).toBe(isByPin);
  },
);
