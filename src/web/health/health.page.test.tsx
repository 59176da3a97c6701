import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { showPages } from '#test/show-pages.tsx';
import { buildAnimal } from '#test/build-animal.ts';
import { today } from '#web/lib/text/today.ts';
import { HealthPage } from './health.page.tsx';

const ewe = buildAnimal({ tagNumber: '1005', species: 'sheep', birthDate: '2022-03-01' });
const other = buildAnimal({ tagNumber: '1006', species: 'sheep', birthDate: '2022-03-01' });
const sent: { weightLbs: number }[] = [];

afterEach(() => {
  sent.length = 0;
});

function open(farmRole: string): void {
  const lists: Readonly<Record<string, unknown>> = {
    '/api/animals': [ewe, other],
    '/api/animal-states': [ewe, other].map(({ id }) => ({
      animalId: id,
      lastWeightGrams: 61_235,
      lastWeightDay: today(),
      withdrawals: [],
      due: [],
    })),
    '/api/auth/me': { farmRole },
  };
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body) as (typeof sent)[number]);
    return Response.json(lists[url.split('?')[0] ?? ''] ?? []);
  });
  const validateSearch = ({ animalId }: { animalId?: string }) => ({ animalId });
  showPages({ '/health': { component: HealthPage, validateSearch } }, `/health?animalId=${ewe.id}`);
}

test('a weight that can hardly be is asked about once', async () => {
  open('owner');
  await screen.findByText(/^Last 135 lbs/);
  await userEvent.type(screen.getByLabelText('Weight (lbs)'), '58.4');
  await userEvent.click(screen.getByRole('radio', { name: /^3/ }));
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Health Record' }));
  await save();
  await screen.findByText(/^57% less in 0 days: 135 lbs .* Save again if it is right\.$/);
  expect(sent).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Weight (lbs)')));
  await save();
  await waitFor(() => expect(sent).toMatchObject([{ weightLbs: 58.4 }]));
});

test('the weight that was kept for one animal is asked about for the next one', async () => {
  open('owner');
  for (const animal of [ewe, other]) {
    if (animal === other) {
      await userEvent.click(screen.getByLabelText('Animal'));
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(other.tagNumber) }));
    }
    await screen.findByText(/^Last 135 lbs/);
    await userEvent.type(screen.getByLabelText('Weight (lbs)'), '58.4');
    await userEvent.click(screen.getByRole('radio', { name: /^3/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save Health Record' }));
    await screen.findByText(/Save again if it is right\.$/);
    if (animal === ewe) await userEvent.click(screen.getByRole('button', { name: 'Save Health Record' }));
    await waitFor(() => expect(sent).toHaveLength(1));
  }
});

test('after a save the next animal is chosen, and what is wrong with its checkup gets the focus', async () => {
  open('owner');
  await screen.findByText(/^Last 135 lbs/);
  const fill = async (weight: string) => {
    await userEvent.type(screen.getByLabelText('Weight (lbs)'), weight);
    await userEvent.click(screen.getByRole('radio', { name: /^3/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save Health Record' }));
  };
  await fill('134');
  const picker = screen.getByLabelText('Animal');
  await waitFor(() => expect(document.activeElement).toBe(picker));
  await userEvent.click(picker);
  await userEvent.click(await screen.findByRole('option', { name: /1005/ }));
  await screen.findByText(/^Last 135 lbs/);
  await fill('999999');
  await waitFor(() => expect(screen.getByLabelText('Weight (lbs)').getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Weight (lbs)')));
});

test('who may only look sees the records without a form', async () => {
  open('viewer');
  await screen.findByText('No health records yet. Create one above!');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Health Record' })).toBeNull());
});
