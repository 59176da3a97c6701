import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import type { AdminUser } from '#contract/admin.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';

const message = 'Other people work on this person’s farm. Have it handed over first, or type its name.';

function show(user: Partial<AdminUser>, isShared: boolean) {
  const sent: string[] = [];
  let isClosed = false;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'DELETE') return Response.json([]);
    sent.push(url);
    if (isShared && !url.includes('farmName')) return Response.json({ code: 'admin.farm_has_members', message }, { status: 409 });
    return Response.json({ message: 'Deleted' });
  });
  const dialog = () => (
    <DeleteUserDialog
      user={{ id: 'ada', username: 'ada', farmName: 'Oak Farm', ...user } as AdminUser}
      isOpen
      onClose={() => {
        isClosed = true;
      }}
    />
  );
  showPart(dialog);
  return { sent, isClosed: () => isClosed };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('an account whose farm nobody else is on is deleted at once', async () => {
  const { sent, isClosed } = show({}, false);
  await press('Delete account');
  await waitFor(() => expect(isClosed()).toBe(true));
  expect(sent).toEqual(['/api/admin/users/ada']);
});

test.each([
  ['Oak Farm', { farmName: 'Oak Farm' }],
  ['ada', { farmName: null }],
])('where others work on the farm, nothing is deleted before its name %j is typed', async (name, user) => {
  const { sent, isClosed } = show(user, true);
  await press('Delete account');
  expect(await screen.findByText(message)).toBeTruthy();
  const field = await screen.findByLabelText(`Type “${name}” to delete the farm too`);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account and farm' });
  expect([sent.length, button.disabled]).toEqual([1, true]);
  await userEvent.type(field, `${name.slice(0, -1)} `);
  expect(button.disabled).toBe(true);
  await userEvent.clear(field);
  await userEvent.type(field, name);
  await press('Delete account and farm');
  await waitFor(() => expect(isClosed()).toBe(true));
  expect(new URL(sent[1] ?? '', 'http://localhost').searchParams.get('farmName')).toBe(name);
});
