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

test('what one caller holds in all bodies together is bounded', () => {
  const { budget, receive } = open();
  receive('many', 40);
  expect(() => receive('many', 21)).toThrow(busy);
  receive('many', 20);
  expect(budget.usedBytes).toBe(60);
});

test('when there is no room, the caller who holds most loses the largest body that is still arriving', () => {
  const { budget, refused, receive } = open();
  receive('many', 15, 'small');
  const large = receive('many', 40, 'large');
  receive('other', 40);
  receive('new caller', 10);
  expect(refused).toEqual(['large']);
  expect(() => large.take(1)).toThrow(busy);
  expect(budget.usedBytes).toBe(65);
});

test('many callers of one address who hold little each make room for whoever comes from another address', () => {
  const { refused, receive } = open();
  for (let n = 0; n < 10; n += 1) receive(`caller${n}`, 10, `caller${n}`, 'shared');
  expect(() => receive('one more', 11, 'one more', 'shared')).toThrow(busy);
  const share = receive('new caller', 25);
  share.take(20);
  expect(refused).toEqual(['caller0', 'caller1', 'caller2', 'caller3', 'caller4']);
  expect(() => receive('caller9', 20, 'caller9', 'shared')).toThrow(busy);
  expect(refused).toHaveLength(5);
});

test('a body that has arrived is not taken away, and whoever holds more than others is refused in its stead', () => {
  const { refused, receive } = open();
  for (const caller of ['a', 'b']) receive(caller, 50).complete();
  expect(() => receive('new caller', 10)).toThrow(busy);
  expect(refused).toEqual([]);
});

test('whoever holds most is not served at the cost of somebody who holds less', () => {
  const { refused, receive } = open();
  receive('less', 45);
  receive('most', 50);
  expect(() => receive('most', 10)).toThrow(busy);
  expect(refused).toEqual([]);
});

test('whatever is given back, also twice or after a refusal, the room is whole again', () => {
  const { budget, receive } = open();
  const shares = [receive('a', 55), receive('b', 40), receive('c', 20)];
  for (const share of [...shares, ...shares]) share.release();
  expect(budget.usedBytes).toBe(0);
  receive('d', 60);
  expect(budget.usedBytes).toBe(60);
});
