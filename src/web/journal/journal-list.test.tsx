import { screen, showPart } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { recordedEvent } from '#test/any-event.ts';
import { JournalList } from './journal-list.tsx';

const event = recordedEvent({ kind: 'vaccination', productName: 'Covexin', day: '2026-11-01' }, { by: 'Jon' });

test.each<[FarmRole, number]>([
  ['owner', 2],
  ['vet', 2],
  ['viewer', 0],
])('a %s is offered to change and undo a vaccination only if the role may record one', async (farmRole, offered) => {
  const calls = { nameOf: () => undefined, onChange: () => {}, onUndo: () => {} };
  const journal = { animalId: event.animalId, entries: [{ event, earlier: [] }], filter: 'all', species: 'sheep' } as const;
  showPart(() => <JournalList {...journal} {...calls} />, { id: 'ada', farmRole });
  await screen.findByText(/Covexin/);
  expect(screen.queryAllByRole('button', { name: /^(Change|Undo) / })).toHaveLength(offered);
});
