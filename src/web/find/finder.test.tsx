import { act, fakeApi, fireEvent, press, screen, showPart, userEvent, within } from '#test/show-pages.tsx';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { FindButton } from './find-button.tsx';
import { Finder } from './finder.tsx';

const marigold = buildAnimal({ tagNumber: 'G25-033', name: 'Marigold' });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  Element.prototype.scrollIntoView = () => {};
});

interface Shown {
  readonly farmRole?: FarmRole;
  readonly reads?: Readonly<Record<string, unknown>>;
  readonly component?: () => ReactNode;
}

const finder = () => <Finder typed="" screens={[]} onClose={() => {}} />;

async function open({ farmRole = 'owner', reads, component = finder }: Shown = {}) {
  fakeApi({ '/api/animals': [marigold], ...reads });
  const { router } = showPart(component, { farmRole });
  const opened = async () => screen.findByRole<HTMLInputElement>('combobox');
  return { router, field: component === finder ? await opened() : undefined, opened };
}

const type = (value: string) => act(() => void fireEvent.change(screen.getByRole('combobox'), { target: { value } }));
const rowTexts = () => screen.queryAllByRole('gridcell').map(({ textContent }) => textContent);

test('what is typed right after the key of Find is in the field', async () => {
  const { opened } = await open({ component: () => <FindButton screens={[]} /> });
  await screen.findByRole('button', { name: /^Find/ });
  await userEvent.keyboard('/033');
  await screen.findByText('Marigold');
  const field = await opened();
  expect([field.value, document.activeElement]).toEqual(['033', field]);
});

test.each([
  ['worker', ['Record birth', 'Add animal', 'Record a checkup', 'Record a mating'], ['Weigh', 'Treat', 'Note', 'Record birth']],
  ['vet', ['Record a checkup', 'Record a mating'], ['Treat', 'Note']],
  ['viewer', [], []],
] as const)('a %s is offered what they may do', async (farmRole, acts, verbs) => {
  await open({ farmRole });
  expect(rowTexts().map((text) => acts.find((label) => text?.startsWith(label)))).toEqual(acts);
  type('033');
  await screen.findByText('Marigold');
  expect(screen.queryByText('Add an animal with the tag 033') !== null).toBe(farmRole === 'worker');
  const name = 'Record of G25-033';
  expect(screen.queryAllByRole('button', { name })).toHaveLength(Math.min(verbs.length, 1));
  if (verbs.length === 0) return;
  await press(name);
  const buttons = within(screen.getByRole('region', { name })).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent?.slice(0, -1))).toEqual(verbs);
});

test('that no animal has a number is said once all animals and their numbers are read, and not before', async () => {
  const { promise, resolve } = Promise.withResolvers<object[]>();
  await open({ reads: { '/api/animal-tags': promise } });
  type('826071339300045');
  await screen.findByText('Loading...');
  expect(rowTexts()).toEqual([]);
  await act(async () => resolve([]));
  await screen.findByText('No animal');
  expect(rowTexts()).toEqual(['Add an animal with this EID', 'Give it to an existing animal']);
});

test('Enter opens what has been typed, also while the list is of what was typed before', async () => {
  const clover = buildAnimal({ tagNumber: 'G25-034', name: 'Clover' });
  const { router, field } = await open({ reads: { '/api/animals': [marigold, clover] } });
  type('033');
  await screen.findByText('Marigold');
  // As in a browser, where the list follows what is typed in a task of its own.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '034');
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  await Promise.resolve();
  expect([field?.value, rowTexts()[0]]).toEqual(['034', expect.stringContaining('Marigold')]);
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await expect.poll(() => router.state.location.pathname).toBe(`/animals/${clover.id}`);
});

test('Enter that ends a composition opens nothing', async () => {
  const { router, field } = await open();
  type('033');
  await screen.findByText('Marigold');
  fireEvent.keyDown(field!, { key: 'Enter', isComposing: true });
  await act(async () => {});
  expect(router.state.location.pathname).toBe('/');
});
