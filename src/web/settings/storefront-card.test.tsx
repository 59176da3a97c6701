import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Storefront, StorefrontChange } from '#contract/storefront.ts';
import { showPart } from '#test/show-pages.tsx';
import { StorefrontCard } from './storefront-card.tsx';

const empty = { placeName: null, latitude: null, longitude: null, precision: null, slug: null, story: null } as const;
const opened: Storefront = { ...empty, emailFor: 'everybody', takesEnquiries: true, shared: [], version: '1' };

test('what somebody else has written meanwhile is kept beside what was typed', async () => {
  let stored = opened;
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(stored);
    const { placeName, story = null, version } = JSON.parse(body as string) as StorefrontChange;
    if (version !== stored.version) {
      return Response.json({ status: 409, code: 'record.stale', message: 'Changed elsewhere' }, { status: 409 });
    }
    stored = { ...stored, placeName, story, version: '3' };
    return Response.json(stored);
  });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  showPart(StorefrontCard, { id: 'me', farmId: 'hill' });
  await userEvent.type(await screen.findByLabelText('Place in words'), 'Ohio');
  stored = { ...opened, story: 'We keep Katahdins.', version: '2' };
  await save();
  await screen.findByText('What the marketplace shows has been changed elsewhere');
  expect(stored.placeName).toBeNull();
  await save();
  await waitFor(() => expect(stored).toMatchObject({ placeName: 'Ohio', story: 'We keep Katahdins.' }));
});
