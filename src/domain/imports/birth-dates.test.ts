import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { addDays } from '../values/dates.ts';
import { ambiguousExample, inferDateOrder, parseBirth, parseYear } from './birth-dates.ts';

const today = '2026-11-21';
const read = (cell: string, order: 'dmy' | 'mdy' = 'mdy') => parseBirth(cell, order, today);

test.each([
  ['dmy', 'one day above twelve', '03/04/2024 | 25/04/2024'],
  ['mdy', 'one day above twelve', '03/04/2024 | 04/25/2024'],
  ['ambiguous', 'cells that prove nothing', '03/04/2024 | 05-06-23'],
  ['ambiguous', 'cells that contradict each other', '25/04/2024 | 04/25/2024'],
  [undefined, 'cells that name the month or begin with the year', '2024-04-03 | 3 Apr 2024 | 45385 | 91'],
  [undefined, 'cells that repeat a number', '05/05/2024'],
  ['mdy', 'a day that would be in the future', '11/12/2026'],
  ['dmy', 'a doubtful day that would be in the future', '~12/11/2026'],
  ['dmy', 'dots', '03.04.2024'],
])('the order of day and month is %s by %s', (order, _, cells) => {
  expect(inferDateOrder(cells.split(' | '), today)).toBe(order);
});

test('an ambiguous day is named', () => {
  expect(ambiguousExample(['2024-01-01', '03/03/2024', ' 03/04/2024'])).toBe('03/04/2024');
});

describe('a birth date is read', () => {
  test.each([
    ['2024-04-03', '2024-04-03 | 2024/4/3 | 20240403 | 2024-04-03T00:00:00.000Z | 04/03/2024 | 4-3-24 | 04/03/2024 00:00:00'],
    ['2024-04-03', "3 Apr 2024 | 03-APR-24 | 3rd of April 2024 | April 3, 2024 | Apr 3 '24 | Wed, Apr 3, 2024 | 2024-Apr-03"],
    ['2024-04-03', '3 de abril de 2024 | 45385 | 45385.5'],
    ['2024-08-03', '3 août 2024'],
    ['2024-03-03', '3. März 2024'],
    ['1991-03-04', '03/04/91'],
    ['1991-05-03', '91-05-03'],
  ])('%s from %s', (date, cells) => {
    for (const cell of cells.split(' | ')) expect(read(cell), cell).toEqual({ date, year: null });
  });

  test('by the inferred or answered order of day and month', () => {
    expect(read('03/04/2024', 'dmy')).toEqual({ date: '2024-04-03', year: null });
    expect(read('25/04/2024', 'mdy')).toBeUndefined();
  });

  test('a year stays a year, and a month and year become an approximate year', () => {
    expect(read('2019')).toEqual({ date: null, year: 2019, from: '2019-01-01' });
    for (const cell of ['March 2019', '03/2019'])
      expect(read(cell)).toEqual({ date: null, year: 2019, from: '2019-03-01', isApproximate: true });
  });

  test('but not from what is none', () => {
    const cells = ['2024-02-30', '31/31/2024', 'spring', '0000-00-00', '1066', '99999', '12', 'may be'];
    expect(cells.filter((cell) => read(cell)?.date)).toEqual([]);
  });

  test('a year of two digits is the latest such year that is not in the future', () => {
    const years = ['91', '26', '27', "'05", '2019.0', '2030'].map((cell) => parseYear(cell, today));
    expect(years).toEqual([1991, 2026, undefined, 2005, 2019, undefined]);
  });

  test('every supported format of every day is parsed as that day', () => {
    const days = fc.integer({ min: 0, max: 16_000 }).map((offset) => addDays('1982-01-01', offset));
    fc.assert(
      fc.property(days, (date) => {
        const [y = '', m = '', d = ''] = date.split('-');
        const name = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[Number(m) - 1];
        for (const cell of [
          `${d}/${m}/${y}`,
          `${Number(d)}.${Number(m)}.${y}`,
          `${y}${m}${d}`,
          `${d}-${name}-${y}`,
          `${name} ${d}, ${y}`,
        ]) {
          expect(read(cell, 'dmy')?.date).toBe(date);
        }
        expect(read(`${m}/${d}/${y}`, 'mdy')?.date).toBe(date);
      }),
    );
  });
});
