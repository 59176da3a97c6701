import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { NotStored } from '#web/lib/server/local-copy.ts';
import { NotSaved } from './not-saved.tsx';

test('what neither the server nor this device has is not kept anywhere yet, and can be saved as a file', async () => {
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return '#file';
  });
  const operation = { label: 'Weight of MJ-02', call: 'recordEvents', params: {}, body: { events: [] } };
  render(<NotSaved error={new NotStored(new Error('closed'), operation)} fallback="Could not save" />);
  expect(screen.getByRole('alert').textContent).toContain('Not kept anywhere yet');
  await userEvent.click(screen.getByRole('button', { name: 'Save a copy as a file' }));
  expect(JSON.parse(await made[0]!.text())).toEqual([{ ...operation, state: 'Not kept' }]);
  vi.restoreAllMocks();
});

test('a device without room says so', () => {
  render(<NotSaved error={new NotStored(new DOMException('full', 'QuotaExceededError'), {})} fallback="" />);
  expect(screen.getByRole('alert').textContent).toMatch(/this device is full.*Free some space/);
});
