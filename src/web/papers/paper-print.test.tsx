import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FullPaper, PaperAnimal } from '#contract/papers.ts';
import { PaperPrint } from './paper-print.tsx';

const party = { name: 'Ada', address: null, phone: null, holding: null };

const lamb: PaperAnimal = {
  animalId: 'lamb',
  tagNumber: 'L-1',
  name: null,
  species: 'sheep',
  sex: 'male',
  isCastrated: false,
  breed: 'Texel',
  color: null,
  birthDate: '2024-03-01',
  birthYear: null,
  numbers: [],
  price: null,
  withheld: [],
  reason: null,
};

const paper: FullPaper = {
  id: 'paper',
  kind: 'movement',
  label: 'M-2024-1',
  isReceived: false,
  day: '2024-06-01',
  party: 'Bob',
  animalCount: 2,
  tags: 'L-1, E-1',
  total: null,
  replacesId: null,
  createdAt: '2024-06-01T08:00:00.000Z',
  cancelledAt: null,
  cancelReason: null,
  unsoldTags: [],
  issuedBy: null,
  cancelledBy: null,
  replacedBy: null,
  content: {
    seller: party,
    buyer: party,
    animals: [lamb, { ...lamb, animalId: 'ewe', tagNumber: 'E-1', sex: 'female', birthDate: '2020-03-01' }],
    destination: null,
    haulier: null,
    vehicle: null,
    note: null,
    replaces: null,
  },
};

test('a paper calls an animal what it was on the day it was sold', () => {
  render(<PaperPrint paper={paper} size="A4" />);
  screen.getByText('Sheep, Texel, ram lamb');
  screen.getByText('Sheep, Texel, ewe');
  expect(screen.getByText(/^2 animals:/).textContent).toBe('2 animals: 1 ram lamb, 1 ewe');
});

test('a movement document says what is not recorded of the places and the animals, and what is recorded', () => {
  const eid = { kind: 'eid', number: '826000012345678' } as const;
  const animals = [
    { ...lamb, numbers: [eid] },
    { ...lamb, animalId: 'other', birthDate: null },
  ];
  const seller = { ...party, address: '1 Lane', holding: 'UK 1' };
  render(<PaperPrint paper={{ ...paper, content: { ...paper.content, seller, animals } }} size="A4" />);
  const linesOf = (name: string) =>
    [...screen.getByRole('region', { name }).querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(linesOf('From')).toEqual(['Ada', '1 Lane', 'Flock, herd or premises UK 1']);
  expect(linesOf('To')).toEqual(['Ada', 'Address: not recorded', 'Flock, herd or premises: not recorded']);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))).toEqual([
    ['L-1', 'EID 826000012345678', 'Sheep, Texel, ram lamb', '03/01/2024'],
    ['L-1', 'Not recorded', 'Sheep, Texel, ram', 'Not recorded'],
  ]);
});
