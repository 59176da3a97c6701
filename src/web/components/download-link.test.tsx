import { expect, test } from 'vitest';
import { fireEvent, renderHook, screen, showPart } from '#test/show-pages.tsx';
import { useToasts } from '#web/lib/use-toast.ts';
import { DownloadLink } from './download-link.tsx';

test.each([false, true])(
  'a download is left to the browser, unless the session is by a PIN: %s, which is told why not',
  async (isByPin) => {
    showPart(() => <DownloadLink href="/api/export">Export</DownloadLink>, { isByPin });
    expect(fireEvent.click(await screen.findByRole('link'))).toBe(!isByPin);
    const said = renderHook(useToasts).result.current.map(({ description }) => description);
    const why = 'You signed in with a PIN. Log out and log in with your password to download files.';
    expect(said.includes(why)).toBe(isByPin);
  },
);
