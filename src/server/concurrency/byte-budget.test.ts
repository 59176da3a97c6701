import { expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';
import { Problem } from '#server/problem.ts';

function open(capacity = 100, perCaller = 60) {
  const refused: string[] = [];
  const budget = createByteBudget({
    capacity: () => capacity,
    perCaller: () => perCaller,
    createProblem: () => new Problem('server.busy'),
  });
  const receive = (caller: string, bytes: number, name = caller, address = caller) => {
    const share = budget.open({ key: caller, address }, () => refused.push(name));
    share.take(bytes);
    return share;
  };
  return { budget, refused, receive };
}

const busy = expect.objectContaining({ code: 'server.busy' });

test('the bytes of one caller are bounded over all bodies', () => {
  const { budget, receive } = open();
  receive('many', 40);
  expect(() => receive('many', 21)).toThrow(busy);
  receive('many', 20);
  expect(budget.usedBytes).toBe(60);
});

test('when the budget is used up, the caller with the highest usage loses the largest body that is still arriving', () => {
  const { budget, refused, receive } = open();
  receive('many', 15, 'small');
  const large = receive('many', 40, 'large');
  receive('other', 40);
  receive('new caller', 10);
  expect(refused).toEqual(['large']);
  expect(() => large.take(1)).toThrow(busy);
  expect(budget.usedBytes).toBe(65);
});

test('many small callers of one address make room for a caller from another address', () => {
  const { refused, receive } = open();
  for (let n = 0; n < 10; n += 1) receive(`caller${n}`, 10, `caller${n}`, 'shared');
  expect(() => receive('one more', 11, 'one more', 'shared')).toThrow(busy);
  const share = receive('new caller', 25);
  share.take(20);
  expect(refused).toEqual(['caller0', 'caller1', 'caller2', 'caller3', 'caller4']);
  expect(() => receive('caller9', 20, 'caller9', 'shared')).toThrow(busy);
  expect(refused).toHaveLength(5);
});

test('a complete body is not evicted, and a caller who uses more than others is rejected instead', () => {
  const { refused, receive } = open();
  for (const caller of ['a', 'b']) receive(caller, 50).complete();
  expect(() => receive('new caller', 10)).toThrow(busy);
  expect(refused).toEqual([]);
});

test('a caller who uses most evicts nobody who uses less', () => {
  const { refused, receive } = open();
  receive('less', 45);
  receive('most', 50);
  expect(() => receive('most', 10)).toThrow(busy);
  expect(refused).toEqual([]);
});

test('releasing shares, also twice or after a rejection, restores the whole budget', () => {
  const { budget, receive } = open();
  const shares = [receive('a', 55), receive('b', 40), receive('c', 20)];
  for (const share of [...shares, ...shares]) share.release();
  expect(budget.usedBytes).toBe(0);
  receive('d', 60);
  expect(budget.usedBytes).toBe(60);
});
