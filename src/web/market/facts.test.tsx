import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListingFacts } from '#contract/market.ts';
import { Facts } from './facts.tsx';

const named = (tagNumber: string, name: string | null = null, registrations: string[] = []) => {
  return { tagNumber, name, breed: null, registrations };
};

function linesOf(facts: Partial<ListingFacts>): readonly string[] {
  const { container } = render(<Facts facts={{ since: '2026-01-01', ...facts }} withdrawals={[]} />);
  const textOf = (line: Element) => Array.from(line.querySelectorAll('dt, dd'), ({ textContent }) => textContent).join(': ');
  return Array.from(container.querySelectorAll('dl > div'), textOf);
}

test('a pedigree of three generations names each grandparent with its own parents', () => {
  const known = { s: named('S-1', 'Samson', ['REG-1']), ss: named('G-1'), sss: named('GG-1', 'Atlas') };
  const ancestors = Object.entries({ ...known, ssd: named('GG-2'), ddd: named('GG-8') }).map(([position, animal]) => ({
    position,
    ...animal,
  }));
  expect(linesOf({ ancestors })).toEqual([
    'Sire: Samson (S-1), REG-1',
    'Dam: Not recorded',
    'Sire’s sire: G-1by Atlas (GG-1) out of GG-2',
    'Sire’s dam: Not recorded',
    'Dam’s sire: Not recorded',
    'Dam’s dam: Not recordedout of GG-8',
  ]);
  expect(linesOf({ ancestors: [], parents: { sire: named('S-1'), dam: null } })[0]).toBe('Sire: S-1');
});

test('a withdrawal that is over is said of meat alone, because nobody has to enter that of milk', () => {
  expect(linesOf({ health: { vaccinations: [], lastTreatment: { day: '2026-10-28', what: 'LA-200' } } })).toEqual([
    'Vaccinations: None recorded',
    'Last treatment: LA-200 on October 28, 2026',
    'Withdrawal: None open for meat',
  ]);
});
