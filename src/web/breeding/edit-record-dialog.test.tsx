import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { BreedingRecord } from '#contract/breeding.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { showPart } from '#test/show-pages.tsx';
import { EditRecordDialog } from './edit-record-dialog.tsx';

const buck = buildAnimal({ tagNumber: 'B-1', sex: 'male' });
const doe = buildAnimal({ tagNumber: 'D-1' });
const record: BreedingRecord = {
  id: '019aa5c2-7a3e-7cc1-8a54-000000000090',
  fatherId: buck.id,
  motherId: doe.id,
  breedingDate: '2026-01-05',
  expectedDueDate: '2026-06-04',
  actualBirthDate: null,
  offspringIds: [],
  notes: null,
  outcome: 'pending',
  version: '1',
  createdAt: '2026-01-05T08:00:00.000Z',
};

test('a breeding record that was changed elsewhere is merged with what was typed, and saved on top of it', async () => {
  const theirs = { ...record, version: '2', outcome: 'successful', notes: 'Two' };
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json([theirs]);
    sent.push(JSON.parse(body as string));
    if (sent.length > 1) return Response.json({ ...theirs, version: '3' });
    return Response.json({ code: 'record.stale', message: 'Changed elsewhere' }, { status: 409 });
  });
  const breeding = { record, father: buck, mother: doe, offspring: [] };
  showPart(() => <EditRecordDialog isOpen breeding={breeding} animals={[buck, doe]} onClose={() => {}} />, { id: 'ada' });
  await userEvent.type(await screen.findByLabelText(/^Notes/), 'Twins');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByRole('radio', { name: 'Theirs Two' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Outcome: Successful (was Pending)');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([{ version: '1' }, { version: '2', notes: 'Twins' }]);
});

test('a birth after its dam had left is warned about', async () => {
  const gone = { ...doe, status: 'died' as const };
  vi.stubGlobal('fetch', async () => Response.json([{ animalId: doe.id, left: { kind: 'death', day: '2026-03-01' } }]));
  const breeding = { record, father: buck, mother: gone, offspring: [] };
  showPart(() => <EditRecordDialog isOpen breeding={breeding} animals={[buck, gone]} onClose={() => {}} />);
  fireEvent.change(await screen.findByLabelText('Actual birth date'), { target: { value: '2026-03-01' } });
  expect(screen.queryByText(/^D-1: died/)).toBeNull();
  fireEvent.change(screen.getByLabelText('Actual birth date'), { target: { value: '2026-03-02' } });
  await screen.findByText(/^D-1: died .*Mar 1/);
});
