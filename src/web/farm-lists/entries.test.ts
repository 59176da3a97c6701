import { expect, test } from 'vitest';
import { entryResolver, valuesOf } from './entries.ts';

test.each(['place', 'group', 'product'] as const)('a new %s needs only its name', (kind) => {
  const typed = (name: string) => entryResolver(kind)({ ...valuesOf(kind, undefined), name }, undefined, {} as never);
  expect(typed('North')).toMatchObject({ errors: {} });
  expect(typed('')).toMatchObject({ errors: { name: { type: 'rule' } } });
});
