import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/server/api.ts';
import { NotStored } from '#web/lib/server/local-copy.ts';
import { showPart } from '#test/show-pages.tsx';
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

test.each([
  ['owner', true],
  ['worker', false],
] as const)('who is offered another plan when it is full: %s, %s', async (farmRole, isOffered) => {
  const full = new ApiError(403, JSON.stringify({ code: 'plan.limit_reached', message: 'Animal limit reached.' }));
  showPart(() => <NotSaved error={full} fallback="" />, { farmRole });
  await screen.findByText('Animal limit reached.');
  expect(screen.queryByRole('link', { name: 'Upgrade Plan' }) !== null).toBe(isOffered);
});

describe('a refusal of fields', () => {
  const refused = (errors: readonly object[]) => new ApiError(400, JSON.stringify({ message: 'Check what you typed.', errors }));
  const named = refused([{ path: 'name', message: 'Give it a name' }]);
  const shown = () => screen.getByRole('alert').textContent;

  test('that stand at their fields is not repeated', () => {
    render(<NotSaved error={named} fallback="Could not save" isMarked />);
    expect(shown()).toBe('Not savedWhat needs correcting is marked. Everything you typed is still here.');
  });

  test('that no field shows is said in full', () => {
    render(<NotSaved error={named} fallback="Could not save" />);
    expect(shown()).toBe('Check what you typed.Give it a nameEverything you typed is still here.');
  });

  test('without a field is said even if fields show their own', () => {
    render(<NotSaved error={refused([])} fallback="Could not save" isMarked />);
    expect(shown()).toBe('Check what you typed.Everything you typed is still here.');
  });
});
