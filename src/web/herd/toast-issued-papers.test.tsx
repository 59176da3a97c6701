import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dismissToasts, toast, useToasts } from '#web/lib/use-toast.ts';
import { toastIssuedPapers } from './toast-issued-papers.ts';

afterEach(() => {
  dismissToasts();
});

test('papers of the day that name an animal whose sale was undone are named, with the way to them; of other papers nothing is said', async () => {
  const papers: Readonly<Record<string, readonly object[]>> = {
    '2026-05-01': [{ label: 'R-2026-1', unsoldTags: [] }],
    '2026-05-02': [
      { label: 'R-2026-2', unsoldTags: ['A-1'] },
      { label: 'R-2026-3', unsoldTags: [] },
    ],
  };
  vi.stubGlobal('fetch', async (url: string) => Response.json(papers[new URL(url, 'http://farm').searchParams.get('day') ?? '']));
  const { result } = renderHook(useToasts);
  act(() => toast({ title: 'Sale undone' }));
  const [earlier = expect.fail()] = result.current;
  for (const day of Object.keys(papers)) toastIssuedPapers(day);
  const issued = { title: 'Undone, but R-2026-2 stays issued', action: { to: '/receipts' } };
  await waitFor(() => expect(result.current).toMatchObject([issued]));
  // A toast takes the place of the one before it, but not its number.
  expect(Number(result.current[0]?.id)).toBe(Number(earlier.id) + 1);
});
