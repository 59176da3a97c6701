import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { createQueryClient } from '#web/lib/server/query.ts';
import { GoneAnimals } from './gone-animals.tsx';

test('who has left is said with how and when, and where nobody recorded it with how', async () => {
  const bryony = buildAnimal({ tagNumber: 'G23-033', name: 'Bryony', status: 'died' });
  const teasel = buildAnimal({ tagNumber: 'S24-133', name: null, status: 'sold' });
  const states = [{ animalId: bryony.id, left: { kind: 'death', day: '2020-11-12' } }];
  vi.stubGlobal('fetch', async () => Response.json(states));
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <GoneAnimals animals={[bryony, teasel]} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('G23-033 Bryony died Thu, Nov 12, 2020, S24-133 sold.')).toBeTruthy();
});
