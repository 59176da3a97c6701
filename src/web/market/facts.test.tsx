import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListingFacts } from '#contract/market.ts';
import { Facts } from './facts.tsx';

const named = (tagNumber: string, name: string | null = null, registrations: string[] = []) => ({
  tagNumber,
  name,
  breed: null,
  registrations,
});

function linesOf(facts: Partial<ListingFacts>): readonly string[] {
  const { container } = render(<Facts facts={{ since: '2026-01-01', ...facts }} withdrawals={[]} />);
  const texts = [...container.querySelectorAll('dl > div')].map((line) =>
    [...line.querySelectorAll('dt, dd')].map(({ textContent }) => textContent).join(': '),
  );
  return texts;
}

test('a pedigree of three generations names each grandparent with its own parents', () => {
  const ancestors = [
    { position: 's', ...named('S-1', 'Samson', ['REG-1']) },
    { position: 'ss', ...named('G-1') },
    { position: 'sss', ...named('GG-1', 'Atlas') },
    { position: 'ssd', ...named('GG-2') },
    { position: 'ddd', ...named('GG-8') },
  ];
  expect(linesOf({ ancestors })).toEqual([
    'Sire: Samson (S-1), REG-1',
    'Dam: Not recorded',
    'Sire’s sire: G-1by Atlas (GG-1) out of GG-2',
    'Sire’s dam: Not recorded',
    'Dam’s sire: Not recorded',
    'Dam’s dam: Not recordedout of GG-8',
  ]);
  const parents = { sire: named('S-1'), dam: null };
  expect(linesOf({ ancestors: [], parents }).slice(0, 3)).toEqual([
    'Sire: S-1',
    'Dam: Not recorded',
    'Sire’s sire: Not recorded',
  ]);
});

test('a withdrawal that is over is said of meat alone, because nobody has to enter that of milk', () => {
  const lastTreatment = { day: '2026-10-28', what: 'LA-200' };
  expect(linesOf({ health: { vaccinations: [], lastTreatment, isWithdrawalUnknown: false } })).toEqual([
    'Vaccinations: None recorded',
    'Last treatment: LA-200 on October 28, 2026',
    'Withdrawal: None open for meat',
  ]);
});

test('inbreeding is not stated of an unknown pedigree', () => {
  const text = (coefficient: number, isKnown: boolean, completeness: number) =>
    linesOf({ inbreeding: { coefficient, isKnown, completeness } })[0];
  expect([text(0, false, 0), text(0, false, 1.5), text(0, true, 2), text(0.125, true, 2.25)]).toEqual([
    'Inbreeding: Not known: no ancestors are recorded',
    'Inbreeding: Not known: a parent has no recorded ancestors',
    'Inbreeding: 0 %, as far as 2 generations of ancestors are known',
    'Inbreeding: 12.5 %, as far as 2.3 generations of ancestors are known',
  ]);
});
