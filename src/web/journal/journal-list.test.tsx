import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { showPart } from '#test/show-pages.tsx';
import { JournalList } from './journal-list.tsx';

const given = { kind: 'vaccination', productName: 'Covexin', withdrawals: [], dose: null, unit: null, batch: null };
const event = {
  id: 'given',
  animalId: 'doe',
  day: '2026-11-01',
  time: null,
  note: null,
  by: 'Jon',
  responsible: null,
  voidedAt: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  ...given,
};

test.each<[FarmRole, number]>([
  ['owner', 2],
  ['vet', 2],
  ['viewer', 0],
])('a %s is offered to change and undo a vaccination only if the role may record one', async (farmRole, offered) => {
  showPart(
    () => (
      <JournalList
        animalId="doe"
        entries={[{ event, earlier: [] } as never]}
        filter="all"
        nameOf={() => undefined}
        onChange={() => {}}
        onUndo={() => {}}
      />
    ),
    { id: 'ada', farmRole },
  );
  await screen.findByText(/Covexin/);
  expect(screen.queryAllByRole('button', { name: /^(Change|Undo) / })).toHaveLength(offered);
});
