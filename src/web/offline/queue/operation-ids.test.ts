import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { idsOfOperation, isIdOfOperation } from './operation-ids.ts';

const some = (operationId: string): string[] => {
  const next = idsOfOperation(operationId);
  return [next(), next(), next()];
};

test('an operation makes the same ids each time, rising, and they can be told from its own', () => {
  const operationId = uuidv7();
  expect(some(operationId)).toEqual(some(operationId));
  expect(some(operationId)).toEqual(some(operationId).toSorted());
  expect(some(operationId).map((id) => isIdOfOperation(operationId, id))).toEqual([true, true, true]);
  expect(isIdOfOperation(operationId, operationId)).toBe(false);
});

test('operations of the same millisecond make different ids', () => {
  const operations = Array.from({ length: 50 }, uuidv7);
  expect(new Set(operations.flatMap(some)).size).toBe(150);
  const makersOf = (ids: readonly string[]) => operations.filter((other) => ids.some((id) => isIdOfOperation(other, id)));
  expect(operations.map((each) => makersOf(some(each)))).toEqual(operations.map((each) => [each]));
});
