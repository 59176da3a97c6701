import { fakeApi, press, screen, showPages, userEvent, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { unsetValues } from '#domain/records/fields.ts';
import { healthFields } from '#domain/records/health-record.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { today } from '#web/lib/text/today.ts';
import { HealthPage } from './health.page.tsx';

const [ewe, other] = ['1005', '1006'].map((tagNumber) => buildAnimal({ tagNumber, species: 'sheep', birthDate: '2022-03-01' }));

function open() {
  const weighed = { lastWeightGrams: 61_235, lastWeightDay: today(), withdrawals: [], due: [] };
  const sent = fakeApi({
    '/api/animals': [ewe, other],
    '/api/animal-states': [ewe, other].map((animal) => ({ animalId: animal?.id, ...weighed })),
    '/api/auth/me': { farmRole: 'owner' },
  });
  const validateSearch = ({ animalId }: { animalId?: string }) => ({ animalId });
  showPages({ '/health': { component: HealthPage, validateSearch } }, `/health?animalId=${ewe?.id}`);
  return () => sent.map(([, body]) => (body as { weightLbs: number }).weightLbs);
}

const weight = () => screen.getByLabelText<HTMLInputElement>('Weight (lbs)');
const save = () => press('Save Health Record');

async function check(pounds: string): Promise<void> {
  await screen.findByText(/^Last 135 lbs/);
  await userEvent.type(weight(), pounds);
  await press(/^3/, 'radio');
  await save();
}

test('a weight that can hardly be is asked about once, and again for the next animal', async () => {
  const weights = open();
  await check('58.4');
  await screen.findByText(/^57% less in 0 days: 135 lbs .* Save again if it is right\.$/);
  expect(weights()).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(weight()));
  await save();
  await waitFor(() => expect(weights()).toEqual([58.4]));
  await userEvent.click(screen.getByLabelText('Animal'));
  await press(/1006/, 'option');
  await check('58.4');
  await screen.findByText(/Save again if it is right\.$/);
  expect(weights()).toHaveLength(1);
});

test('what is due next is said only of animals on the farm', async () => {
  const sold = buildAnimal({ tagNumber: '1007', status: 'sold' });
  const record = { ...unsetValues(healthFields), date: '2026-05-01', healthStatus: '3', nextDueDate: '2099-11-01' };
  const records = [ewe, sold].map((animal) => ({ ...record, id: animal?.tagNumber, animalId: animal?.id, notes: '' }));
  fakeApi({ '/api/animals': [ewe, sold], '/api/health-records': records });
  showPages({ '/health': { component: HealthPage, validateSearch: () => ({}) } }, '/health');
  await screen.findByText('1007');
  expect(screen.getAllByText(/Next due/)).toHaveLength(1);
});
