import { cleanup, screen, showPart, userEvent } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { isDeparture } from '#domain/journal/departures.ts';
import { kindsFor, Verbs } from './verbs.tsx';

test('a female can give birth and a male be castrated, once', () => {
  const [doe, buck] = [kindsFor({ sex: 'female', status: 'active' }), kindsFor({ sex: 'male', status: 'active' })];
  expect([doe.includes('birth'), doe.includes('milking'), doe.includes('castration')]).toEqual([true, true, false]);
  expect([buck.includes('birth'), buck.includes('milking'), buck.includes('castration')]).toEqual([false, false, true]);
  expect(kindsFor({ sex: 'male', status: 'active', castratedOn: '2026-01-01' })).not.toContain('castration');
});

test('an animal that has left cannot leave again, and returns unless it is dead', () => {
  const departures = (animal: Partial<Parameters<typeof kindsFor>[0]>) =>
    kindsFor({ sex: 'female', status: 'active', ...animal }).filter((kind) => isDeparture({ kind }));
  expect(departures({})).toEqual(['sale', 'death', 'slaughter', 'loan']);
  expect(departures({ isLent: true })).toEqual(['sale', 'death', 'slaughter', 'return']);
  expect(departures({ status: 'sold' })).toEqual(['return']);
  expect(departures({ status: 'died' })).toEqual([]);
});

test('weighing and treating have a button of their own until the animal has left, when no task is offered either', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const named = async (status: 'active' | 'died') => {
    const animal = buildAnimal({ status });
    const none = () => {};
    const calls = { onRecord: none, onEdit: none, onTask: none, onListing: none };
    showPart(() => <Verbs animal={animal} {...calls} />, { farmRole: 'owner' });
    const more = await screen.findByRole('button', { name: 'More' });
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
    await userEvent.click(more);
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    cleanup();
    return { buttons, inMenu: ['Weigh', 'Treat', 'Add a task', 'Edit'].filter((name) => items.includes(name)) };
  };
  expect(await named('active')).toEqual({ buttons: ['Weigh', 'Treat', 'Note', 'More'], inMenu: ['Add a task', 'Edit'] });
  expect(await named('died')).toEqual({ buttons: ['Note', 'More'], inMenu: ['Weigh', 'Treat', 'Edit'] });
});
