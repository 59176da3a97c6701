import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, renderHook, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { currentUserQuery } from '#web/lib/session.ts';
import { useToasts } from '#web/lib/use-toast.ts';
import { DownloadLink } from './download-link.tsx';

test.each([
  [false, 0],
  [true, 1],
])('a download is left to the browser, unless the session is by a PIN (%s), which is told why not', (isByPin, told) => {
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, { isByPin } as CurrentUser);
  render(
    <QueryClientProvider client={client}>
      <DownloadLink href="/api/export">Export</DownloadLink>
    </QueryClientProvider>,
  );
  expect(fireEvent.click(screen.getByRole('link'))).toBe(!isByPin);
  expect(renderHook(useToasts).result.current).toHaveLength(told);
});
