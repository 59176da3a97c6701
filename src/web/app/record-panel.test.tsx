import { fakeApi, screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { useAnimalsInView } from '#web/herd/list/animals-in-view.ts';
import { hasDrafts } from '#web/lib/forms/drafts.ts';
import { Keys } from './keys.tsx';

const herd = ['A-1', 'A-2'].map((tagNumber, index) => buildAnimal({ id: idOf(index), tagNumber }));

function Animals() {
  useAnimalsInView(() => herd.map(({ id }) => id));
  return ['Animals', <Keys key="keys" />];
}

test('on a desktop N records beside the list, J and K go to and fro and keep what is typed, Enter goes on, Escape removes it, and ? lists the keys', async () => {
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('width >='), ...listeners }));
  const sent = fakeApi({ '/api/animals': herd }, () => ({ events: [recordedEvent({ kind: 'weighing', weightGrams: 18_597 })] }));
  showPart(Animals, { id: 'ada', farmRole: 'owner' });
  await screen.findByText('Animals');
  await userEvent.keyboard('n');
  await userEvent.type(await screen.findByLabelText('Weight (lbs)'), '41');
  await userEvent.keyboard('j');
  await screen.findByText('2 of 2');
  await userEvent.keyboard('k');
  await screen.findByText('1 of 2');
  const field = await screen.findByLabelText<HTMLInputElement>('Weight (lbs)');
  expect(field.value).toBe('41');
  await userEvent.type(field, '{Enter}');
  await screen.findByText('2 of 2');
  expect(sent).toMatchObject([['POST /api/events', { events: [{ animalId: herd[0]?.id, weightGrams: 18_597 }] }]]);
  await userEvent.type(await screen.findByLabelText('Weight (lbs)'), '50');
  expect(hasDrafts('ada')).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(hasDrafts('ada')).toBe(false);
  await userEvent.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
});
