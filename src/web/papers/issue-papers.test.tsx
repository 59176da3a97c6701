import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { IssuePapers } from './issue-papers.tsx';

const day = '2026-11-29';
const papers = (['receipt', 'movement'] as const).map((kind) => ({
  id: kind,
  kind,
  label: kind,
  isReceived: false,
  day,
  party: 'Sue Miller',
  animalCount: 1,
  tags: 'D7',
  total: null,
  cancelledAt: null,
  unsoldTags: [],
  content: { animals: [{ animalId: 'doe' }], buyer: { name: 'Sue Miller' }, seller: { holding: null } },
}));

function show(animalId: string, issued: readonly { readonly id?: string }[] = papers): void {
  vi.stubGlobal('fetch', async (url: string) => Response.json(issued.find(({ id }) => url.endsWith(`/${id}`)) ?? issued));
  const sale = { id: 'sale', kind: 'sale', animalId, day, buyer: 'Sue', price: null, tagNumber: 'D7' };
  showPart(() => <IssuePapers day={day} sales={[sale as never]} />, {
    id: 'ada',
    farmId: 'low',
    farmRole: 'owner',
    farmName: 'Low Farm',
    address: 'Valley',
  });
}

test('papers that name the buyer more fully than the sale does are listed, and not asked for again', async () => {
  show('doe');
  expect(await screen.findAllByText(/to Sue Miller/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Issue' })).toBeNull();
});

test('papers of other animals of that day are not listed', async () => {
  show('other');
  await screen.findByRole('button', { name: 'Issue' });
  expect(screen.queryByText(/to Sue Miller/)).toBeNull();
});

test('the draft with the address of the buyer is kept by this window alone', async () => {
  show('other');
  await userEvent.type(await screen.findByLabelText('Buyer’s address'), '2 Lane');
  expect(Object.values<string>(sessionStorage).join(' ')).toContain('2 Lane');
  expect(Object.values<string>(localStorage).join(' ')).not.toContain('2 Lane');
});

test('a draft of a paper that has been issued since is not continued', async () => {
  show('other');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Movement document' }));
  await userEvent.type(screen.getByLabelText('Buyer’s address'), '2 Lane');
  cleanup();
  const receipt = { ...papers[0], content: { ...papers[0]?.content, animals: [{ animalId: 'other' }] } };
  show('other', [receipt]);
  await screen.findByRole('button', { name: 'Issue' });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Buyer’s address').value).toBe('');
});
