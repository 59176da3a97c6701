import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import type { Animal } from '#contract/animals.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { lineOf } from '#web/herd/list/parts-of-herd.ts';
import { KinCard } from './kin-card.tsx';

const dam = buildAnimal({ id: 'dam', tagNumber: 'D-1' });
const young = (id: string, fields: Partial<Animal> = {}) => buildAnimal({ id, tagNumber: id, motherId: 'dam', ...fields });

/** The link to the line of the dam with what is said beside it, and where the link leads. */
async function lineFor(animals: readonly Animal[]): Promise<[text: string | undefined, search: unknown]> {
  showPart(() => <KinCard animal={dam} animals={[dam, ...animals]} />);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Her line/ });
  const found = [link.parentElement?.textContent, Object.fromEntries(new URL(link.href).searchParams)] as const;
  cleanup();
  return [...found];
}

test('a dam leads to those of her line that are on the farm, and says how many are gone', async () => {
  const part = lineOf('dam');
  expect(await lineFor([young('A')])).toEqual(['Her line: 1 animal', { part }]);
  const later = [young('B', { status: 'sold' }), young('C', { motherId: 'B' }), young('D', { motherId: 'C' })];
  expect(await lineFor([young('A', { isReference: true }), ...later])).toEqual(['Her line: 2 animals, and 1 gone', { part }]);
  expect(await lineFor([young('A', { status: 'died' })])).toEqual(['Her line: 1 animal, all gone', { part, status: 'all' }]);
});
