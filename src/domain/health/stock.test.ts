import { expect, test } from 'vitest';
import { putOffs } from '../records/chores.ts';
import { dosesByProduct, firstStockDay, type RecordedDose, nextBatch, stockConcerns, stockLeft } from './stock.ts';

const line = { boughtOn: '2026-10-01', bottles: 1, amount: 100, batch: null, expiry: null, endedOn: null };

let number = 0;
function given(dose: number | null, others: Partial<RecordedDose> = {}): RecordedDose {
  const usual = { time: null, createdAt: '', productId: 'p', productName: 'Cydectin', unit: 'ml', batch: null };
  return { ...usual, id: String((number += 1)), day: '2026-11-01', dose, ...others };
}

const left = (stock: readonly (typeof line | object)[], doses: readonly RecordedDose[]) =>
  stockLeft({ id: 'p', name: 'Cydectin', unit: 'ml', stock: stock.map((each) => ({ ...line, ...each })) }, doses);

test('what is left is what was bought without the doses since then', () => {
  const doses = [given(5), given(2.1), given(0.2), given(7, { productId: 'other' }), given(9, { day: '2026-09-30' })];
  expect(left([{ bottles: 2, amount: 50 }], doses)).toMatchObject({ left: 92.7, of: 100, isLow: false, isExceeded: false });
  expect(left([{ bottles: 2, amount: 50 }], doses.slice(1))?.left).toBe(97.7);
  expect(left([], [given(5)])).toBeUndefined();
});

test('a dose is taken from its batch, from purchases without a batch, or from what was bought first', () => {
  const stock = [{ batch: 'B', boughtOn: '2026-10-05' }, { batch: 'A' }];
  const rest = (doses: readonly RecordedDose[], of: readonly object[] = stock) =>
    left(of, doses)?.lines.map(({ line: { batch }, left: rests }) => `${batch} ${rests}`);
  expect(rest([given(10, { batch: 'b ' }), given(20)])).toEqual(['A 80', 'B 90']);
  expect(rest([given(10, { batch: 'C' })])).toEqual(['A 100', 'B 100']);
  expect(rest([given(10, { batch: 'C' })], [{ batch: null }])).toEqual(['null 90']);
  expect(rest([given(120)])).toEqual(['B 80']);
});

test('doses without an amount or in another unit are counted apart, and more doses than were bought are said', () => {
  const uncounted = [given(null), given(2, { unit: 'tablets' }), given(3, { unit: null }), given(4, { unit: 'ML' })];
  expect(left([{}], uncounted)).toMatchObject({ left: 93, uncounted: 2 });
  expect(left([{}], [given(60), given(60)])).toMatchObject({ left: 0, lines: [], isExceeded: true, isLow: true });
});

test('what was thrown away is not left, and stock is low below a fifth of the last purchase', () => {
  expect(left([{ endedOn: '2026-11-03' }], [given(10)])).toMatchObject({ left: 0, isLow: true });
  const twice = [given(10), given(10, { day: '2026-11-04' })];
  expect(left([{ endedOn: '2026-11-03' }, { boughtOn: '2026-11-02' }], twice)?.left).toBe(90);
  expect(left([{ amount: 1000 }, { amount: 100, boughtOn: '2026-10-02' }], [given(1000), given(79)])?.isLow).toBe(false);
  expect(left([{}], [given(80)])?.isLow).toBe(false);
  expect(left([{}], [given(81)])?.isLow).toBe(true);
});

test('doses count from the first purchase that is in use', () => {
  expect(firstStockDay([{ stock: [] }])).toBeUndefined();
  const stock = [{ endedOn: '2026-10-02' }, { boughtOn: '2026-10-08' }].map((each) => ({ ...line, ...each }));
  expect(firstStockDay([{ stock }, { stock: [{ ...line, boughtOn: '2026-10-09' }] }])).toBe('2026-10-08');
});

test('the batch of the last use is proposed until it is empty, then the one that expires first and has not expired', () => {
  const last = { batch: 'A', expiry: '2027-01-01' };
  const today = '2026-11-26';
  const expiries = { A: '2027-01-01', C: '2027-06-01', B: '2027-03-01', OLD: '2026-11-25' };
  const stock = Object.entries(expiries).map(([batch, expiry]) => ({ batch, expiry }));
  expect(nextBatch(last, undefined, today)).toBe(last);
  expect(nextBatch(last, left(stock, [given(99, { batch: 'A' })]), today)).toEqual(last);
  expect(nextBatch(last, left(stock, [given(100, { batch: 'A' })]), today)).toEqual({ batch: 'B', expiry: '2027-03-01' });
  expect(nextBatch(undefined, left(stock.slice(3), []), today)).toEqual({ batch: 'OLD', expiry: '2026-11-25' });
  expect(nextBatch(last, left([{}], [given(100)]), today)).toBeUndefined();
});

test('doses of a product that was named without choosing it are counted apart, in any spelling, while stock was in use', () => {
  const named = (productName: string, others: Partial<RecordedDose> = {}) =>
    given(5, { productId: null, productName, ...others });
  const doses = [given(5), named(' cydectin'), named('CYDECTIN'), named('Valbazen'), named('Cydectin', { day: '2026-09-30' })];
  expect(left([{}], doses)).toMatchObject({ left: 95, namedOnly: 2 });
});

const today = '2026-11-20';

function concerns(
  stock: readonly object[],
  doses: readonly RecordedDose[],
  { chores = [], archivedAt = null }: { readonly chores?: readonly object[]; readonly archivedAt?: string | null } = {},
) {
  const product = { id: 'p', name: 'Cydectin', unit: 'ml', archivedAt, stock: stock.map((each) => ({ ...line, ...each })) };
  return stockConcerns([product], doses, putOffs(chores as Parameters<typeof putOffs>[0]), today);
}
const said = (...args: Parameters<typeof concerns>) => concerns(...args).due.map(({ kind, day }) => `${kind} ${day}`);

test('a product is missed when it is low or empty, and when what is left has expired or expires within 30 days', () => {
  expect(said([{}], [given(80)])).toEqual([]);
  expect(said([{}], [given(81)])).toEqual(['low 2026-11-20']);
  expect(said([{}], [given(100)])).toEqual(['empty 2026-11-20']);
  expect(said([{ expiry: '2026-12-21' }], [])).toEqual([]);
  expect(said([{ expiry: '2026-12-20' }], [given(90)])).toEqual(['soon 2026-12-20']);
  expect(said([{ expiry: '2026-11-20' }], [])).toEqual(['soon 2026-11-20']);
  expect(said([{ expiry: '2026-11-19' }, {}], [])).toEqual(['expired 2026-11-19']);
  expect(said([{ expiry: '2026-11-19' }], [given(100)])).toEqual(['empty 2026-11-20']);
});

test('a product is not missed after ninety days, if all of it was thrown away, or if it is archived', () => {
  const old = { boughtOn: '2026-01-01' };
  expect(said([old], [given(100, { day: '2026-08-22' })])).toEqual(['empty 2026-11-20']);
  expect(said([old], [given(100, { day: '2026-08-21' })])).toEqual([]);
  expect(said([{ ...old, expiry: '2026-08-21' }], [])).toEqual([]);
  expect(said([{ endedOn: '2026-11-19' }], [given(100)])).toEqual([]);
  expect(said([{}], [given(100)], { archivedAt: '2026-11-19T00:00:00.000Z' })).toEqual([]);
});

test('what was put off is not missed until its day, unless it has changed', () => {
  const [low] = concerns([{}], [given(81)]).due;
  const chore = { id: 'c', subject: low?.subject, animalIds: [], putOffTo: '2026-11-21', reason: 'No time', archivedAt: null };
  const later = concerns([{}], [given(81)], { chores: [chore] });
  expect([later.due, later.putOff]).toEqual([[], [{ chore, to: '2026-11-21', animalIds: [] }]]);
  expect(concerns([{}], [given(100)], { chores: [chore] }).due).toMatchObject([{ kind: 'empty', reason: null }]);
  const back = concerns([{}], [given(81)], { chores: [{ ...chore, putOffTo: today }] });
  expect(back).toMatchObject({ due: [{ kind: 'low', reason: 'No time' }], putOff: [] });
});

test('the doses of a product are found among those of others, with those that only name it', () => {
  const named = ['cydectin ', 'Valbazen'].map((productName) => given(3, { productId: null, productName }));
  const found = dosesByProduct([given(1), given(2, { productId: 'other' }), ...named])({
    id: 'p',
    name: 'Cydectin',
    unit: 'ml',
    stock: [],
  });
  expect(found.map(({ dose }) => dose)).toEqual([1, 3]);
});
