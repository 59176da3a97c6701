import { press, screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import type { AdminUser } from '#contract/admin.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';

const message = 'Other people work on this person’s farm. Have it handed over first, or type its name.';

test.each(['Oak Farm', null])(
  'where others work on the farm, nothing is deleted before its name is typed: %s',
  async (farmName) => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
      if (method !== 'DELETE') return Response.json([]);
      sent.push(url);
      return Response.json({ code: 'admin.farm_has_members', message }, { status: url.includes('farmName') ? 200 : 409 });
    });
    const onClose = vi.fn<() => void>();
    const user = { id: 'ada', username: 'ada', farmName } as AdminUser;
    showPart(() => <DeleteUserDialog user={user} isOpen onClose={onClose} />);
    await press('Delete account');
    expect(await screen.findByText(message)).toBeTruthy();
    const name = farmName ?? 'ada';
    const field = await screen.findByLabelText(`Type “${name}” to delete the farm too`);
    const isOffered = () => !screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account and farm' }).disabled;
    expect([sent.length, isOffered()]).toEqual([1, false]);
    await userEvent.type(field, `${name.slice(0, -1)} `);
    expect(isOffered()).toBe(false);
    await userEvent.clear(field);
    await userEvent.type(field, name);
    await press('Delete account and farm');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(new URL(sent[1] ?? '', 'http://localhost').searchParams.get('farmName')).toBe(name);
  },
);
