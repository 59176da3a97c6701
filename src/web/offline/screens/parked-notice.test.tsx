import 'fake-indexeddb/auto';
import { press, screen, showPart, waitFor } from '#test/show-pages.tsx';
import { beforeEach, expect, test, vi } from 'vitest';
import { storeWaiting, waitingOf } from '#web/lib/server/waiting-count.ts';
import { openFarmDatabase, type QueuedOperation } from '../copy/database.ts';
import { ParkedNotice } from './parked-notice.tsx';

const left = { userId: 'walt', farmId: 'oak' };
const label = 'Weighing · A-1';

beforeEach(async () => {
  const db = await openFarmDatabase(left);
  const operation = { id: 'op', call: 'recordEvents', label, needs: [], attempts: 0 };
  for (const state of ['waiting', 'refused', 'applied'])
    await db.add('operations', { ...operation, state } as unknown as QueuedOperation);
  db.close();
  storeWaiting(left, 2);
});

function show(farms: readonly string[]) {
  const asked = vi.fn<(url: string) => Promise<Response>>(async () =>
    Response.json(farms.map((id) => ({ id, name: null, role: 'worker', isOpen: id === 'brook' }))),
  );
  vi.stubGlobal('fetch', asked);
  showPart(() => <ParkedNotice user={{ id: 'walt', farmId: 'brook' }} />);
  return asked;
}
const notice = () => screen.queryByRole('region', { name: 'Entries of another farm' });

test('what waits for a farm that a person was removed from is saved as a file, and is deleted only by them', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file');
  show(['brook']);
  await screen.findByText('2 entries of a farm that you no longer belong to were not sent, and are kept on this device.');
  await press('Save as a file');
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const file = JSON.parse(await (saved.mock.calls.flat()[0] as Blob).text()) as unknown;
  expect(file).toMatchObject(['Not sent yet', 'Needs you'].map((state) => ({ label, state })));
  expect(waitingOf('walt')).toEqual([{ farm: left, count: 2 }]);
  await press('Delete');
  await press('Delete');
  await waitFor(() => expect(waitingOf('walt')).toEqual([]));
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('farm oak of walt');
  await waitFor(() => expect(notice()).toBeNull());
});

test('of a farm that the person is still on nothing is said: it is sent when that farm is opened', async () => {
  const asked = show(['brook', 'oak']);
  await waitFor(() => expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/farms']));
  expect(notice()).toBeNull();
  expect(waitingOf('walt')).toHaveLength(1);
});
