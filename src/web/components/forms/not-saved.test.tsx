import { press, render, screen } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/server/api.ts';
import { NotStored } from '#web/lib/server/local-copy.ts';
import { NotSaved } from './not-saved.tsx';

const shown = () => screen.getByRole('alert').textContent;

test('what neither the server nor this device has is not kept anywhere yet, and can be saved as a file', async () => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file');
  const operation = { label: 'Weight of MJ-02', call: 'recordEvents', params: {}, body: { events: [] } };
  render(<NotSaved error={new NotStored(new Error('closed'), operation)} fallback="Could not save" />);
  expect(shown()).toContain('Not kept anywhere yet');
  await press('Save a copy as a file');
  expect(JSON.parse(await (made.mock.calls.flat()[0] as Blob).text())).toEqual([{ ...operation, state: 'Not kept' }]);
});

test('a device without room says so', () => {
  render(<NotSaved error={new NotStored(new DOMException('full', 'QuotaExceededError'), {})} fallback="" />);
  expect(shown()).toMatch(/this device is full.*Free some space/);
});

const named = [{ path: 'name', message: 'Give it a name' }];

test.each([
  ['that stand at their fields is not repeated', named, true, 'Not savedWhat needs correcting is marked.'],
  ['that no field shows is said in full', named, false, 'Check what you typed.Give it a name'],
  ['without a field is said even if fields show their own', [], true, 'Check what you typed.'],
])('a refusal of fields %s', (_, errors, isMarked, text) => {
  const error = new ApiError(400, JSON.stringify({ message: 'Check what you typed.', errors }));
  render(<NotSaved error={error} fallback="Could not save" isMarked={isMarked} />);
  expect(shown()).toMatch(new RegExp(`^${text.replaceAll('.', '\\.')} ?Everything you typed is still here\\.$`));
});
