import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { showPages } from '#test/show-pages.tsx';
import { today } from '#web/lib/text/today.ts';
import { MoveInPage } from './move-in.page.tsx';

test('a young ram is called Ram lamb', async () => {
  const lamb = { ...buildAnimal({ species: 'sheep', sex: 'male', birthDate: today() }), numbers: [], withheld: [] };
  const offered = { farmName: 'Hilltop', day: today(), withNotes: false, animals: [lamb], entries: 0 };
  vi.stubGlobal('fetch', async () => Response.json(offered));
  showPages({ '/move-in': { component: MoveInPage } }, '/move-in#ABCDE', { farmRole: 'owner', subscriptionPlan: 'basic' });
  expect(await screen.findByText(/^Ram lamb · /)).toBeDefined();
});
