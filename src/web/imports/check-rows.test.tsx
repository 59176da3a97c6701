import { fakeApi, screen, showPart } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import type { ImportDetail } from '#contract/imports.ts';
import { CheckRows } from './check-rows.tsx';

test.each([
  ['without new records can only be closed', 0, null, 'Nothing in this file is new to your farm.', 'Close this file'],
  [
    'with more than the plan has room for is not imported',
    11,
    'The plan is full',
    'The plan is full',
    'Import 11 animals: not yet',
  ],
])('a file %s', async (_, ready, limitMessage, text, button) => {
  fakeApi();
  const counts = { ready, changed: 0, duplicate: 0, refused: 0, skipped: 0 };
  const after = { activeBefore: 1, activeAfter: 1 + ready, animalLimit: 10, limitMessage };
  const dryRun = { counts, isOfEvents: false, recorded: {}, numbers: 0, ...after } as unknown as ImportDetail['dryRun'];
  const detail = { id: 'i', state: 'checked', questions: [], dryRun } as unknown as ImportDetail;
  const applying = { error: null, mutate: () => {} } as never;
  showPart(() => <CheckRows detail={detail} dryRun={dryRun!} applying={applying} onBack={() => {}} onClosed={() => {}} />);
  await screen.findByText(text);
  const buttons = screen.getAllByRole<HTMLButtonElement>('button', { name: /^(?:Import|Change|Close)/ });
  expect(buttons.map(({ textContent, disabled }) => (disabled ? `${textContent}: not yet` : textContent))).toEqual([button]);
});
