import { ago, screen, showPart, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { Family } from './family.tsx';

const sheep = { species: 'sheep', name: null, birthDate: '2023-03-01' } as const;
const dam = buildAnimal({ ...sheep, id: 'dam', tagNumber: 'E-1' });
const foster = buildAnimal({ ...sheep, id: 'foster', tagNumber: 'E-2' });
const lamb = buildAnimal({ ...sheep, id: 'lamb', tagNumber: 'L-1', motherId: dam.id, birthDate: ago(3) });

test.each([
  ['of its own dam', dam, ['Ewe lamb, reared by E-2L-1']],
  ['of its foster dam', foster, ['Ewe lamb, fosteredL-1']],
  ['of the lamb', lamb, ['DamE-1', 'Reared byE-2']],
])('a fostered lamb and its foster dam are named on the page %s', async (_, animal, relatives) => {
  const state = { animalId: lamb.id, rearedById: foster.id, isBottleFed: false };
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.startsWith('/api/animal-states') ? [state] : []));
  showPart(() => <Family animal={animal} animals={[dam, foster, lamb]} />);
  await waitFor(() => {
    const family = screen.getByRole('region', { name: 'Family' });
    expect([...family.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(relatives);
  });
});
