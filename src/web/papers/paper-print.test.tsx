import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FullPaper, PaperAnimal } from '#contract/papers.ts';
import { PaperPrint } from './paper-print.tsx';

const party = { name: 'Ada', address: null, phone: null, holding: null };

const texel = { species: 'sheep', sex: 'male', breed: 'Texel', birthDate: '2024-03-01' };
const lamb = {
  animalId: 'lamb',
  tagNumber: 'L-1',
  name: null,
  ...texel,
  numbers: [],
  withheld: [],
  price: null,
} as unknown as PaperAnimal;

function show(animals: readonly PaperAnimal[], seller: FullPaper['content']['seller'] = party): void {
  const issued = { createdAt: '2024-06-01T08:00:00.000Z', cancelledAt: null, issuedBy: null, unsoldTags: [], correctedTags: [] };
  const content = { seller, buyer: party, animals, destination: null, haulier: null, vehicle: null, note: null, replaces: null };
  const paper = { id: 'paper', kind: 'movement', label: 'M-2024-1', day: '2024-06-01', ...issued, content };
  render(<PaperPrint paper={paper as unknown as FullPaper} size="A4" />);
}

const texts = (elements: Iterable<Element>) => Array.from(elements, ({ textContent }) => textContent);

test('a paper calls an animal what it was on the day it was sold', () => {
  show([lamb, { ...lamb, animalId: 'ewe', tagNumber: 'E-1', sex: 'female', birthDate: '2020-03-01' }]);
  screen.getByText('Sheep, Texel, ram lamb');
  screen.getByText('Sheep, Texel, ewe');
  expect(screen.getByText(/^2 animals:/).textContent).toBe('2 animals: 1 ram lamb, 1 ewe');
});

test('a movement document says what is not recorded of the places and the animals, and what is recorded', () => {
  const numbered = { ...lamb, numbers: [{ kind: 'eid', number: '826000012345678' } as const] };
  show([numbered, { ...lamb, animalId: 'other', birthDate: null }], { ...party, address: '1 Lane', holding: 'UK 1' });
  const linesOf = (name: string) => texts(screen.getByRole('region', { name }).querySelectorAll('p'));
  expect(linesOf('From')).toEqual(['Ada', '1 Lane', 'Flock, herd or premises UK 1']);
  expect(linesOf('To')).toEqual(['Ada', 'Address: not recorded', 'Flock, herd or premises: not recorded']);
  const [, ...rows] = screen.getAllByRole('row');
  expect(rows.map((row) => texts(row.querySelectorAll('td')).join(' | '))).toEqual([
    'L-1 | EID 826000012345678 | Sheep, Texel, ram lamb | 03/01/2024',
    'L-1 | Not recorded | Sheep, Texel, ram | Not recorded',
  ]);
});
