import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { storeWaiting, waitingOf } from '#web/lib/server/waiting-count.ts';
import { openFarmDatabase, type QueuedOperation } from '../copy/database.ts';
import { ParkedNotice } from './parked-notice.tsx';

const left = { userId: 'walt', farmId: 'oak' };
const operation = { id: 'op', call: 'recordEvents', label: 'Weighing · A-1', needs: [], attempts: 0 };

beforeEach(async () => {
  const db = await openFarmDatabase(left);
  for (const state of ['waiting', 'refused', 'applied'])
    await db.add('operations', { ...operation, state } as unknown as QueuedOperation);
  db.close();
  storeWaiting(left, 2);
});

function show(farms: readonly string[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(farms.map((id) => ({ id, name: null, role: 'worker', isOpen: id === 'brook' })));
  });
  showPart(() => <ParkedNotice user={{ id: 'walt', farmId: 'brook' }} />);
  return asked;
}

test('what waits for a farm that a person was removed from is saved as a file, and is deleted only by them', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file');
  show(['brook']);
  const notice = within(await screen.findByRole('region', { name: 'Entries of another farm' }));
  notice.getByText('2 entries of a farm that you no longer belong to were not sent, and are kept on this device.');
  await userEvent.click(notice.getByRole('button', { name: 'Save as a file' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const file = JSON.parse(await (saved.mock.calls.flat()[0] as Blob).text()) as { label: string; state: string }[];
  expect(file.map(({ label, state }) => [label, state])).toEqual([
    ['Weighing · A-1', 'Not sent yet'],
    ['Weighing · A-1', 'Needs you'],
  ]);
  expect(waitingOf('walt')).toEqual([{ farm: left, count: 2 }]);

  await userEvent.click(notice.getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete', hidden: false }));
  await waitFor(() => expect(waitingOf('walt')).toEqual([]));
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('farm oak of walt');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Entries of another farm' })).toBeNull());
});

test('of a farm that the person is still on nothing is said: it is sent when that farm is opened', async () => {
  const asked = show(['brook', 'oak']);
  await waitFor(() => expect(asked).toEqual(['/api/farms']));
  expect(screen.queryByRole('region', { name: 'Entries of another farm' })).toBeNull();
  expect(waitingOf('walt')).toHaveLength(1);
});
