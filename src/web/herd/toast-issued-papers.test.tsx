import { expect, onTestFinished, test } from 'vitest';
import { fakeApi, renderHook, waitFor } from '#test/show-pages.tsx';
import { dismissToasts, useToasts } from '#web/lib/use-toast.ts';
import { toastIssuedPapers } from './toast-issued-papers.ts';

test('papers that name an animal whose sale was undone are named, with the way to them, and no others', async () => {
  onTestFinished(dismissToasts);
  const paper = (label: string, ...unsoldTags: string[]) => ({ label, unsoldTags });
  fakeApi({ '/api/papers': [paper('R-2026-1'), paper('R-2026-2', 'A-1')] });
  toastIssuedPapers('2026-05-01');
  const issued = { title: 'Undone, but R-2026-2 stays issued', action: { to: '/receipts' } };
  await waitFor(() => expect(renderHook(useToasts).result.current).toMatchObject([issued]));
});
