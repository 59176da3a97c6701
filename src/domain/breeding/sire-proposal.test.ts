import { expect, test } from 'vitest';
import { possibleSires } from './sire-proposal.ts';

const mating = (fatherId: string, breedingDate: string, rest: object = {}) => {
  const usual = { id: `${fatherId} ${breedingDate}`, motherId: 'dam', outcome: 'pending' as const };
  return { ...usual, fatherId, breedingDate, ...rest };
};
const siresBy = (...matings: ReturnType<typeof mating>[]) =>
  possibleSires(matings, { damId: 'dam', day: '2027-02-25' }).map(({ sireId, bredOn }) => `${sireId} ${bredOn}`);

test('the males of the matings that fit are possible with their days, the latest first, each once', () => {
  expect(siresBy(mating('ram', '2026-10-01'))).toEqual(['ram 2026-10-01']);
  const matings = [mating('early', '2026-09-20'), mating('late', '2026-09-28'), mating('late', '2026-10-08')];
  expect(siresBy(...matings)).toEqual(['late 2026-10-08', 'early 2026-09-20']);
});

test('matings of other females, decided ones, and those too long or too short before the birth are ignored', () => {
  const others = [mating('a', '2026-10-01', { motherId: 'other' }), mating('c', '2026-09-12'), mating('d', '2026-10-14')];
  expect(siresBy(mating('b', '2026-10-01', { outcome: 'unsuccessful' }), ...others)).toEqual([]);
});

const stay = (maleIds: string[], from: string, to: string | null) => ({ exposureId: 'x', maleIds, femaleId: 'dam', from, to });
const sireOn = (day: string, ...stays: ReturnType<typeof stay>[]) =>
  possibleSires([], { damId: 'dam', day }, stays).map(({ sireId }) => sireId);

test('a male that was with her may be the sire from 140 days after he came until 159 days after he left', () => {
  const ram = stay(['ram'], '2026-10-01', '2026-11-03');
  expect(['2027-02-18', '2027-02-19', '2027-04-10', '2027-04-11'].map((day) => sireOn(day, ram).length)).toEqual([0, 1, 1, 0]);
  expect(sireOn('2028-01-01', stay(['ram'], '2026-10-01', null))).toEqual(['ram']);
});

test('males that were with her together, or one shortly after the other, are all possible', () => {
  expect(sireOn('2027-03-10', stay(['a', 'b'], '2026-10-01', '2026-11-03'))).toEqual(['a', 'b']);
  const after = [stay(['first'], '2026-09-01', '2026-10-05'), stay(['second'], '2026-10-06', '2026-11-03')];
  expect(sireOn('2027-03-10', ...after)).toEqual(['second', 'first']);
  expect(sireOn('2027-04-01', ...after)).toEqual(['second']);
});

test('the breeding record of the day on which she came to him is not a second mating, and is returned', () => {
  const record = mating('ram', '2026-10-01');
  expect(possibleSires([record], { damId: 'dam', day: '2027-03-10' }, [stay(['ram'], '2026-10-01', '2026-11-03')])).toEqual([
    { sireId: 'ram', bredOn: '2026-10-01', bredUntil: '2026-11-03', matingId: record.id },
  ]);
});
