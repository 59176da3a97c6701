import { screen, showPart } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { GoneAnimals } from './gone-animals.tsx';

test('who has left is said with how and when, and where nobody recorded it with how', async () => {
  const bryony = buildAnimal({ tagNumber: 'G23-033', name: 'Bryony', status: 'died' });
  const teasel = buildAnimal({ tagNumber: 'S24-133', name: null, status: 'sold' });
  const states = [{ animalId: bryony.id, left: { kind: 'death', day: '2020-11-12' } }];
  vi.stubGlobal('fetch', async () => Response.json(states));
  showPart(() => <GoneAnimals animals={[bryony, teasel]} />);
  expect(await screen.findByText('G23-033 Bryony died Thu, Nov 12, 2020, S24-133 sold.')).toBeTruthy();
});
