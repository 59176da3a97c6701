import { afterEach, expect, test, vi } from 'vitest';
import { act, renderHook, waitFor } from '#test/show-pages.tsx';
import { dismissToasts, toast, useToasts } from '#web/lib/use-toast.ts';
import { toastIssuedPapers } from './toast-issued-papers.ts';

afterEach(() => dismissToasts());

test('papers of the day that name an animal whose sale was undone are named, with the way to them; of other papers nothing is said', async () => {
  const paper = (label: string, ...unsoldTags: string[]) => ({ label, unsoldTags });
  const papers = { '2026-05-01': [paper('R-2026-1')], '2026-05-02': [paper('R-2026-2', 'A-1'), paper('R-2026-3')] };
  vi.stubGlobal('fetch', async (url: string) => {
    const day = new URL(url, 'http://farm').searchParams.get('day') as keyof typeof papers;
    return Response.json(papers[day]);
  });
  const { result } = renderHook(useToasts);
  act(() => toast({ title: 'Sale undone' }));
  const [earlier = expect.fail()] = result.current;
  for (const day of Object.keys(papers)) toastIssuedPapers(day);
  const issued = { title: 'Undone, but R-2026-2 stays issued', action: { to: '/receipts' } };
  await waitFor(() => expect(result.current).toMatchObject([issued]));
  // A toast takes the place of the one before it, but not its number.
  expect(Number(result.current[0]?.id)).toBe(Number(earlier.id) + 1);
});
