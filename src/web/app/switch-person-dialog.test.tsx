import { fakeApi, press, refusal, screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LocalCopy, setLocalCopy } from '#web/lib/server/local-copy.ts';
import { readStoredFarm, rememberStoredFarm } from '#web/lib/session/stored-farm.ts';
import { SwitchPersonDialog } from './switch-person-dialog.tsx';

const people = ['ada', 'sam'].map((userId) => ({ userId, name: userId, isYou: userId === 'ada' }));

beforeEach(() => rememberStoredFarm({ userId: 'ada', farmId: 'oak' }));
afterEach(() => setLocalCopy(undefined));

function show(answer: unknown, copy?: Partial<LocalCopy>) {
  const reads = { '/api/auth/pins': people, '/api/auth/me': { id: 'ada', username: 'ada', ownerName: 'ada' } };
  const sent = fakeApi(reads, () => answer);
  const known = { waiting: 0, subscribe: () => () => {}, answer: () => undefined, save: () => undefined };
  const refresh = async () => void sent.push(['what waits', undefined]);
  if (copy) setLocalCopy({ ...known, refresh, ...copy } as unknown as LocalCopy);
  showPart(() => <SwitchPersonDialog isOpen onClose={() => {}} />);
  return sent;
}

const pinOfSam = () => screen.getByLabelText<HTMLInputElement>('PIN of sam');
const comeIn = async (pin: string) => {
  await press('sam');
  await userEvent.type(pinOfSam(), pin);
  await press('Log in');
};

test('another person comes in by their PIN, after what waits was sent, and finds their own farm', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const sent = show({ farmRole: 'worker' }, { waiting: 2 });
  await screen.findByText(/2 entries of yours are waiting on this device/);
  await comeIn('194026');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/work'));
  expect(sent.slice(0, 2)).toEqual([
    ['what waits', undefined],
    ['POST /api/auth/switch', { userId: 'sam', pin: '194026' }],
  ]);
  expect(readStoredFarm()).toBeUndefined();
});

test('a wrong PIN says how many are left, empties the field and changes nothing', async () => {
  const message = 'This PIN is wrong. After 4 more wrong tries it is removed.';
  show(refusal(403, 'pins.wrong', message));
  await comeIn('9999');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(pinOfSam().value).toBe('');
  expect(readStoredFarm()).toBeDefined();
});

test('without signal nobody changes places, which is said', async () => {
  show({}, { outage: { cause: 'noSignal', since: '' } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/no signal/);
  expect(screen.queryByRole('button', { name: 'sam' })).toBeNull();
});
