import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { specifiedRegional, type Regional } from '#domain/values/units.ts';
import { longDate, shortDate } from './format.ts';
import { readRegionalFrom } from './regional.ts';
import { currentUserQuery } from '../session/session.ts';
import { gainText, labelInUnit, poundsText, readWeight, roundedWeightText, weightText } from './weight-text.ts';

const choose = (chosen: Regional): void => {
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, chosen as never);
  readRegionalFrom(client);
};

afterEach(() => choose(specifiedRegional));

const kilograms = { weightUnit: 'kg', dateFormat: 'mdy' } as const;

test('weights are in pounds, as specified, until the farm chooses kilograms', () => {
  const texts = (pounds: number, typed: string) =>
    [weightText(42_000), roundedWeightText(42_060), readWeight(typed), poundsText(pounds), labelInUnit('Weight (lbs)')].join(
      ' | ',
    );
  const gains = () => [181.4, -22.6, -0.4].map(gainText).join(' | ');
  expect(texts(148, '148')).toBe('92.59 lbs | 92.7 lbs | 67132 | 148 lbs | Weight (lbs)');
  expect(gains()).toBe('+0.4 lbs/day | \u22120.05 lbs/day | 0 lbs/day');
  choose(kilograms);
  expect(texts(92.59, '42,5')).toBe('42 kg | 42.1 kg | 42500 | 42 kg | Weight (kg)');
  expect(gains()).toBe('+181 g/day | \u221223 g/day | 0 g/day');
});

test('weights in kilograms with two decimals are shown as they were typed', () => {
  choose(kilograms);
  for (let hundredths = 1; hundredths < 20_000; hundredths += 7) {
    const typed = String(hundredths / 100);
    expect(weightText(readWeight(typed) ?? 0)).toBe(`${typed} kg`);
  }
});

test.each([
  ['mdy', '11/05/2026', 'November 5, 2026'],
  ['dmy', '05/11/2026', '5 November 2026'],
  ['ymd', '2026-11-05', '2026-11-05'],
] as const)('a day is written as the farm has chosen: %s', (dateFormat, short, long) => {
  choose({ weightUnit: 'lbs', dateFormat });
  expect([shortDate('2026-11-05'), longDate('2026-11-05')]).toEqual([short, long]);
});
