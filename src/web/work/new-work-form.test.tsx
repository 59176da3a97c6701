import { useRouterState } from '@tanstack/react-router';
import { ago, cleanup, fakeApi, press, screen, showPart, userEvent } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Product } from '#contract/products.ts';
import { unsetValues } from '#domain/records/fields.ts';
import { productFields } from '#domain/records/product.ts';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { hasDrafts } from '#web/lib/forms/drafts.ts';
// What the form fetches later is there at once.
import '#web/ui/checklist.tsx';
import { NewWorkForm } from './new-work-form.tsx';

const ewe = buildAnimal({ id: 'ewe', species: 'sheep', tagNumber: '11' });
const lamb = buildAnimal({ id: 'lamb', species: 'sheep', tagNumber: '12', motherId: ewe.id, birthDate: ago(9) });
const ram = buildAnimal({ id: 'ram', species: 'sheep', tagNumber: '13', sex: 'male' });

/** In a window of its own; what another page hands over makes it a new form. */
function show(
  work: 'treat' | 'wean',
  herd: readonly Animal[],
  lastUses: readonly RecordedEvent[] = [],
  products: readonly Product[] = [],
) {
  cleanup();
  fakeApi();
  function Page() {
    const { animalIds = [] } = useRouterState({ select: ({ location }) => location.state });
    const given = { work, herd, lastUses, products };
    return <NewWorkForm key={animalIds.join(' ')} {...given} stock={new Map()} />;
  }
  return showPart(Page).router.history;
}

const isChosen = (name: string) => screen.findByRole('radio', { name, checked: true });
const continued = 'You typed this before and have not saved it';

test('what was chosen is there again, but not for animals that another page hands over, nor on another day', async () => {
  show('treat', [ewe, ram]);
  await press('All 2', 'radio');
  const history = show('treat', [ewe, ram]);
  await isChosen('All 2');
  screen.getByText(continued);
  history.push('/', { animalIds: [ram.id] });
  await isChosen('Chosen 1');
  expect(screen.queryByText(continued)).toBeNull();
  show('treat', [ewe, ram]);
  await press('All 2', 'radio');
  expect(hasDrafts(null)).toBe(true);
  cleanup();
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
  show('treat', [ewe, ram]);
  await screen.findByRole('radio', { name: 'All 2', checked: false });
  expect(hasDrafts(null)).toBe(false);
});

test('animals that were chosen elsewhere and cannot be weaned are left out with the reason', async () => {
  const old = { birthDate: ago(900) };
  const history = show('wean', [{ ...ewe, ...old }, lamb, { ...ram, ...old }]);
  history.push('/', { animalIds: [ewe.id, lamb.id, ram.id] });
  await screen.findByText('2 of the 3 you chose are left out: only young that are not weaned yet can be entered here.');
  expect(await isChosen('Chosen 1')).toBeTruthy();
  history.push('/', { animalIds: [ewe.id] });
  await screen.findByText(/^1 of the 1 you chose is left out/);
});

test('another medicine keeps nothing of the one that was proposed, and a day of its end is proposed as days', async () => {
  const given = { productName: 'Drench', dose: 8, unit: 'ml', batch: 'EX-1', day: ago(3) };
  const meat = { product: 'meat', days: null, clearOn: ago(-7) } as const;
  show('treat', [ewe], [recordedEvent({ kind: 'treatment', ...given, withdrawals: [meat] })]);
  expect((await screen.findByLabelText<HTMLInputElement>('Days')).value).toBe('10');
  await press('Product');
  await userEvent.type(screen.getByRole('combobox', { name: 'Search or type another name' }), 'Penstrep{Enter}');
  await screen.findByText('Withdrawal not recorded');
  expect(['Dose', 'Unit', 'Batch'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual(['', '', '']);
  expect(document.activeElement?.textContent).toBe('Penstrep');
});

test('the dose of the last use is proposed again, but not of a product that is dosed by weight', async () => {
  const drench = {
    ...unsetValues(productFields),
    id: idOf(3),
    name: 'Drench',
    unit: 'ml',
    archivedAt: null,
  } as unknown as Product;
  const last = recordedEvent({
    kind: 'treatment',
    productId: drench.id,
    productName: 'Drench',
    dose: 5,
    unit: 'ml',
    day: ago(3),
  });
  const dose = async () => (await screen.findByLabelText<HTMLInputElement>('Dose')).value;
  show('treat', [lamb], [last], [drench]);
  expect(await dose()).toBe('5');
  show('treat', [lamb], [last], [{ ...drench, doseAmount: 1, doseWeight: 10, doseWeightUnit: 'kg' }]);
  expect(await dose()).toBe('');
});
