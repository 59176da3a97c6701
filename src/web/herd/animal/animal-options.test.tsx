import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { showPart } from '#test/show-pages.tsx';
import { today } from '#web/lib/text/today.ts';
import { useAnimalOption } from './animal-options.tsx';

afterEach(() => vi.unstubAllGlobals());

test('an animal is found by the word for its kind that its option shows', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const ram = buildAnimal({ species: 'sheep', sex: 'male', birthDate: today() });
  showPart(() => {
    const { detail, keywords } = useAnimalOption()(ram);
    return (
      <p>
        {detail} is among {keywords?.join()}
      </p>
    );
  });
  expect((await screen.findByText(/is among/)).textContent).toMatch(/^Ram lamb is among .*Ram lamb/);
});
