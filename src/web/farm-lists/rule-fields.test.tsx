import { fakeApi, press, screen, showPart, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { EntryDialog } from './entry-dialog.tsx';

test('a changed rule is sent whole, and a group with a rule is offered no animals of its own', async () => {
  const rule = { sex: 'female', gradeTo: 2 };
  const group = { id: 'g', name: 'Due', note: null, rule, version: 3, archivedAt: null, createdAt: '2026-01-01T00:00:00.000Z' };
  const sent = fakeApi({ '/api/groups': [group] }, (_, fields: object) => ({ ...group, ...fields }));
  const onSaved = vi.fn<() => void>();
  showPart(() => <EntryDialog kind="group" entry={group as never} isOpen onClose={() => {}} onSaved={onSaved} />);
  await press('Remove Health grade at most');
  expect(screen.queryByRole('radiogroup', { name: 'Its animals' })).toBeNull();
  await press('Male', 'radio');
  await press('Save change');
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent.map(([, body]) => body)).toEqual([{ rule: { sex: 'male' }, version: 3 }]);
});
