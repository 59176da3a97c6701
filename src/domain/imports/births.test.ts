import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { addDays } from '../dates.ts';
import { ambiguousExample, dateOrderOf, readBirth, readYear } from './births.ts';

const today = '2026-11-21';
const read = (cell: string, order: 'dmy' | 'mdy' = 'mdy') => readBirth(cell, order, today);

describe('the order of day and month', () => {
  test('one day above twelve decides for the whole column', () => {
    expect(dateOrderOf(['03/04/2024', '25/04/2024'])).toBe('dmy');
    expect(dateOrderOf(['03/04/2024', '04/25/2024'])).toBe('mdy');
  });

  test('is asked, never guessed, where nothing decides or the cells contradict each other', () => {
    expect(dateOrderOf(['03/04/2024', '05-06-23'])).toBe('asked');
    expect(dateOrderOf(['25/04/2024', '04/25/2024'])).toBe('asked');
    expect(ambiguousExample(['2024-01-01', '03/03/2024', ' 03/04/2024'])).toBe('03/04/2024');
  });

  test('does not matter for dates that name the month, begin with the year or have both numbers alike', () => {
    expect(dateOrderOf(['2024-04-03', '3 Apr 2024', '05/05/2024', '45385', '91'])).toBeUndefined();
  });

  test('dots mean day first', () => {
    expect(dateOrderOf(['03.04.2024'])).toBe('dmy');
  });
});

describe('a birth date is read', () => {
  test.each([
    ['2024-04-03', '2024-04-03'],
    ['2024/4/3', '2024-04-03'],
    ['20240403', '2024-04-03'],
    ['2024-04-03T00:00:00.000Z', '2024-04-03'],
    ['04/03/2024', '2024-04-03'],
    ['4-3-24', '2024-04-03'],
    ['04/03/2024 00:00:00', '2024-04-03'],
    ['3 Apr 2024', '2024-04-03'],
    ['03-APR-24', '2024-04-03'],
    ['3rd of April 2024', '2024-04-03'],
    ['April 3, 2024', '2024-04-03'],
    ['Wed, Apr 3, 2024', '2024-04-03'],
    ['3 de abril de 2024', '2024-04-03'],
    ['3 août 2024', '2024-08-03'],
    ['3. März 2024', '2024-03-03'],
    ['2024-Apr-03', '2024-04-03'],
    ['45385', '2024-04-03'],
    ['45385.5', '2024-04-03'],
    ['03/04/91', '1991-03-04'],
    ['91-05-03', '1991-05-03'],
  ])('%s as %s', (cell, date) => {
    expect(read(cell)).toEqual({ date, year: null });
  });

  test('by the order that was found or answered', () => {
    expect(read('03/04/2024', 'dmy')).toEqual({ date: '2024-04-03', year: null });
    expect(read('25/04/2024', 'mdy')).toBeUndefined();
  });

  test('a year alone stays a year, a month is kept as the year and said to be rough', () => {
    expect(read('2019')).toEqual({ date: null, year: 2019 });
    expect(read('March 2019')).toEqual({ date: null, year: 2019, isRough: true });
    expect(read('03/2019')).toEqual({ date: null, year: 2019, isRough: true });
  });

  test.each(['2024-02-30', '31/31/2024', 'spring', '0000-00-00', '1066', '99999', '12', 'may be'])('%s is no birth', (cell) => {
    expect(read(cell)?.date ?? null).toBeNull();
  });

  test('two digits are the latest year that is not to come', () => {
    expect(readYear('91', today)).toBe(1991);
    expect(readYear('26', today)).toBe(2026);
    expect(readYear('27', today)).toBeUndefined();
    expect(readYear("'05", today)).toBe(2005);
    expect(readYear('2019.0', today)).toBe(2019);
    expect(readYear('2030', today)).toBeUndefined();
  });

  test('every day written in any way comes back as that day', () => {
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
