import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { buildAnimal } from '#test/build-animal.ts';
import { EntryDialog } from './entry-dialog.tsx';

const herd = [
  buildAnimal({ id: 'e-1', tagNumber: 'E-1', species: 'sheep', sex: 'female' }),
  buildAnimal({ id: 'e-2', tagNumber: 'E-2', species: 'sheep', sex: 'female' }),
  buildAnimal({ id: 'r-1', tagNumber: 'R-1', species: 'sheep', sex: 'male' }),
];

function open(group?: object) {
  const sent: Record<string, unknown>[] = [];
  const lists: Readonly<Record<string, readonly object[]>> = { '/api/animals': herd, '/api/groups': group ? [group] : [] };
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body !== 'string') return Response.json(lists[url.split('?')[0] ?? ''] ?? []);
    const fields = JSON.parse(body) as Record<string, unknown>;
    sent.push(fields);
    return Response.json({ ...group, ...fields });
  });
  const onSaved = vi.fn<() => void>();
  const dialog = () => <EntryDialog kind="group" entry={group as never} isOpen onClose={() => {}} onSaved={onSaved} />;
  showPart(dialog);
  return { sent, onSaved };
}

test('a changed rule is sent whole, an unchanged one is not, and a group with animals of its own offers none', async () => {
  const group = { id: 'g', name: 'Due', note: null, version: 3, archivedAt: null, createdAt: '2026-01-01T00:00:00.000Z' };
  const { sent, onSaved } = open({ ...group, rule: { sex: 'female', gradeTo: 2 } });
  expect(screen.queryByRole('radiogroup', { name: 'Its animals' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Health grade at most' }));
  await userEvent.click(within(screen.getByRole('radiogroup', { name: 'Sex' })).getByRole('radio', { name: 'Male' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save change' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ rule: { sex: 'male' }, version: 3 }]);
});
