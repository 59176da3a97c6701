import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { type LocalCopy, setLocalCopy } from '#web/lib/server/local-copy.ts';
import { readStoredFarm, rememberStoredFarm } from '#web/lib/session/stored-farm.ts';
import { SwitchPersonDialog } from './switch-person-dialog.tsx';

const people = [
  { userId: 'ada', name: 'Ada', isYou: true },
  { userId: 'sam', name: 'Sam', isYou: false },
];

afterEach(() => {
  setLocalCopy(undefined);
});

function show({ answer, copy }: { answer?: () => Response; copy?: Partial<LocalCopy> } = {}) {
  const calls: [call: string, body?: unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (url === '/api/auth/pins') return Response.json(people);
    if (url === '/api/auth/me') return Response.json({ id: 'ada', username: 'ada', ownerName: 'Ada' });
    calls.push([`${method} ${url}`, typeof body === 'string' ? JSON.parse(body) : undefined]);
    return answer?.() ?? Response.json({ farmRole: 'worker' });
  });
  const known = { waiting: 0, subscribe: () => () => {}, answer: () => undefined, save: () => undefined };
  const refresh = async () => void calls.push(['what waits']);
  if (copy) setLocalCopy({ ...known, refresh, ...copy } as unknown as LocalCopy);
  showPart(() => <SwitchPersonDialog isOpen onClose={() => {}} />);
  return calls;
}

const comeIn = async (pin: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Sam' }));
  await userEvent.type(screen.getByLabelText('PIN of Sam'), pin);
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
};

test('another person comes in by their PIN, after what waits was sent, and finds their own farm', async () => {
  rememberStoredFarm({ userId: 'ada', farmId: 'oak' });
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const calls = show({ copy: { waiting: 2 } });
  expect(await screen.findByText(/2 entries of yours are waiting on this device/)).toBeTruthy();
  await comeIn('194026');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/work'));
  assign.mockRestore();
  expect(calls.slice(0, 2)).toEqual([['what waits'], ['POST /api/auth/switch', { userId: 'sam', pin: '194026' }]]);
  expect(readStoredFarm()).toBeUndefined();
});

test('a wrong PIN says how many are left, empties the field and changes nothing', async () => {
  rememberStoredFarm({ userId: 'ada', farmId: 'oak' });
  const message = 'This PIN is wrong. After 4 more wrong tries it is removed.';
  show({ answer: () => Response.json({ code: 'pins.wrong', message }, { status: 403 }) });
  await comeIn('9999');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('PIN of Sam').value).toBe('');
  expect(readStoredFarm()).toBeDefined();
});

test('without signal nobody changes places, which is said', async () => {
  show({ copy: { outage: { cause: 'noSignal', since: '' } } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/no signal/);
  expect(screen.queryByRole('button', { name: 'Sam' })).toBeNull();
});
