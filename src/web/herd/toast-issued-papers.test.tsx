import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dismissToasts, useToasts } from '#web/lib/use-toast.ts';
import { toastIssuedPapers } from './toast-issued-papers.ts';

afterEach(() => {
  dismissToasts();
  vi.unstubAllGlobals();
});

test('papers in force that name an animal whose sale was undone are named, with the way to them', async () => {
  const papers = [
    { label: 'R-2026-2', unsoldTags: ['A-1'] },
    { label: 'R-2026-1', unsoldTags: [] },
  ];
  vi.stubGlobal('fetch', async () => Response.json(papers));
  const { result } = renderHook(useToasts);
  toastIssuedPapers('2026-05-01');
  await waitFor(() => expect(result.current[0]?.title).toBe('Undone, but R-2026-2 stays issued'));
  expect(result.current[0]?.action).toMatchObject({ to: '/receipts' });
});
