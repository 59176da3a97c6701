import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import type { FarmRole } from '#domain/accounts/members.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { today } from '#web/lib/text/today.ts';
import { FindButton } from './find-button.tsx';
import { Finder } from './finder.tsx';

const marigold = buildAnimal({ tagNumber: 'G25-033', name: 'Marigold' });
const eid = '826071339300045';

let answer: (path: string) => Promise<Response>;

const answerAll = async (path: string) => Response.json(path === '/api/animals' ? [marigold] : []);

beforeEach(() => {
  vi.stubGlobal('fetch', (url: string) => answer(new URL(url, location.href).pathname));
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  Element.prototype.scrollIntoView = () => {};
  answer = answerAll;
});
const open = (farmRole: FarmRole = 'owner', text?: string) =>
  show(farmRole, () => (
    <Finder {...(text !== undefined && { reading: { text, eid: null } })} typed="" screens={[]} onClose={() => {}} />
  ));

function renderPage(farmRole: FarmRole, component: () => ReactNode) {
  return showPart(component, { farmRole }).router;
}

async function show(farmRole: FarmRole, component: () => ReactNode) {
  const router = renderPage(farmRole, component);
  return { router, field: await screen.findByRole<HTMLInputElement>('combobox') };
}

const type = (field: HTMLElement, value: string) => act(() => void fireEvent.change(field, { target: { value } }));
const rowTexts = () => screen.queryAllByRole('gridcell').map(({ textContent }) => textContent);

test('what was typed before the field was there is in it', async () => {
  renderPage('owner', () => <Finder typed="033" screens={[]} onClose={() => {}} />);
  expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('033');
});

test('what is typed right after the key of Find is in the field', async () => {
  renderPage('owner', () => <FindButton screens={[]} />);
  await screen.findByRole('button', { name: /^Find/ });
  await userEvent.keyboard('/033');
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await screen.findByText('Marigold');
  expect(field.value).toBe('033');
  expect(document.activeElement).toBe(field);
});

describe('what the finder offers', () => {
  test.each([
    ['worker', ['Record birth', 'Add animal', 'Record a checkup', 'Record a mating'], ['Weigh', 'Treat', 'Note', 'Record birth']],
    ['vet', ['Record a checkup', 'Record a mating'], ['Treat', 'Note']],
    ['viewer', [], []],
  ] as const)('to a %s is what they may do', async (role, acts, verbs) => {
    const { field } = await open(role);
    expect(rowTexts().map((text) => acts.find((label) => text?.startsWith(label)))).toEqual(acts);
    type(field, '033');
    await screen.findByText('Marigold');
    expect(screen.queryByText('Add an animal with the tag 033') !== null).toBe(role === 'worker');
    const record = screen.queryByRole('button', { name: 'Record of G25-033' });
    expect(record !== null).toBe(verbs.length > 0);
    if (!record) return;
    act(() => void fireEvent.click(record));
    const buttons = within(screen.getByRole('region', { name: 'Record of G25-033' })).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent?.slice(0, -1))).toEqual(verbs);
  });

  test('does not offer a tag that an animal has in another spelling', async () => {
    const { field } = await open();
    type(field, 'g25 033');
    await screen.findByText('Marigold');
    expect(screen.queryByText(/^Add an animal/)).toBeNull();
  });
});

test('an animal is found by the word for its kind that its row shows', async () => {
  const ram = buildAnimal({ tagNumber: 'S25-034', species: 'sheep', sex: 'male', birthDate: today() });
  answer = async (path) => Response.json(path === '/api/animals' ? [marigold, ram] : []);
  const { field } = await open();
  type(field, 'ram lamb');
  await screen.findByText('S25-034');
  expect(rowTexts()[0]).toMatch(/^S25-034Ram lamb, /);
  expect(screen.queryByText('Marigold')).toBeNull();
});

describe('that no animal has a number', () => {
  test('is said once all animals and their numbers are read, and not before', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = (path) => (path === '/api/animal-tags' ? promise : answerAll(path));
    const { field } = await open();
    type(field, eid);
    await screen.findByText('Loading...');
    expect(rowTexts()).toEqual([]);
    await act(async () => resolve(Response.json([])));
    await screen.findByText('No animal');
    expect(rowTexts()).toEqual(['Add an animal with this EID', 'Give it to an existing animal']);
  });

  test('is not said where they cannot be read, which may be tried again', async () => {
    answer = () => Promise.reject(new TypeError('no signal'));
    const { field } = await open();
    type(field, eid);
    await screen.findByText('The animals could not be loaded');
    expect(screen.queryByText('No animal')).toBeNull();
    expect(rowTexts()).toEqual([]);
    answer = answerAll;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No animal');
  });
});

describe('Enter', () => {
  test('opens what has been typed, also while the list is of what was typed before', async () => {
    const clover = buildAnimal({ tagNumber: 'G25-034', name: 'Clover' });
    answer = async (path) => Response.json(path === '/api/animals' ? [marigold, clover] : []);
    const { router, field } = await open();
    type(field, '033');
    await screen.findByText('Marigold');
    // As in a browser, where the list follows what is typed in a task of its own.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '034');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    expect([field.value, rowTexts()[0]]).toEqual(['034', expect.stringContaining('Marigold')]);
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await expect.poll(() => router.state.location.pathname).toBe(`/animals/${clover.id}`);
  });

  test('that ends a composition opens nothing', async () => {
    const { router, field } = await open();
    type(field, '033');
    await screen.findByText('Marigold');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    await act(async () => {});
    expect(router.state.location.pathname).toBe('/');
  });
});
