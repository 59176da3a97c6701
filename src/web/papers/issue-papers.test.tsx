import { fakeApi, screen, showPart, userEvent } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { IssuePapers } from './issue-papers.tsx';

const day = '2026-11-29';
const sold = { day, party: 'Sue Miller', animalCount: 1, tags: 'D7', total: null, unsoldTags: [], correctedTags: [] };
const issuedPaper = { ...sold, isReceived: false, cancelledAt: null };
const issuedFor = (animalId: string, ...kinds: readonly ('receipt' | 'movement')[]) =>
  kinds.map((kind) => {
    const content = { animals: [{ animalId }], buyer: { name: 'Sue Miller' }, seller: { holding: null } };
    return { id: kind, kind, label: kind, animalIds: [animalId], ...issuedPaper, content };
  });

function show(animalId: string, issued: readonly { readonly id: string }[]): void {
  fakeApi({ '/api/papers': issued, ...Object.fromEntries(issued.map((paper) => [`/api/papers/${paper.id}`, paper])) });
  const sale = { id: 'sale', kind: 'sale', animalId, day, buyer: 'Sue', price: null, tagNumber: 'D7' };
  const user = { id: 'ada', farmId: 'low', farmRole: 'owner', farmName: 'Low Farm', address: 'Valley' };
  showPart(() => <IssuePapers day={day} sales={[sale as never]} />, user);
}

const address = () => screen.findByLabelText<HTMLTextAreaElement>('Buyer’s address');
const both = issuedFor('doe', 'receipt', 'movement');

test('papers of other animals of that day are not listed; the draft with the address of the buyer is kept by this window alone', async () => {
  show('other', both);
  await screen.findByRole('button', { name: 'Issue' });
  expect(screen.queryByText(/to Sue Miller/)).toBeNull();
  await userEvent.type(await address(), '2 Lane');
  const isIn = (storage: Storage) => Object.values<string>(storage).join(' ').includes('2 Lane');
  expect([isIn(sessionStorage), isIn(localStorage)]).toEqual([true, false]);
});
