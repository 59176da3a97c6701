import { expect, test } from 'vitest';
import type { z } from 'zod';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { Problem } from '#server/problem.ts';
import { labelOf } from './invalid-input.ts';
import { parseInput } from './mount.ts';
import { defOf, innerOf } from './schema-parts.ts';

const junk = [undefined, null, '', [], {}, [[]], 'x', 'x'.repeat(5000), true, -1e9, 1e15, 0.5, '\u0000'];

const shapeOf = (schema: z.core.$ZodType): z.core.$ZodShape => {
  const def = defOf(schema);
  if (def.type === 'object') return def.shape;
  const inner = innerOf(schema);
  return inner ? shapeOf(inner) : {};
};

const refusal = (route: Route, body: unknown): Problem | undefined => {
  try {
    parseInput({ ...route, params: undefined, query: undefined } as unknown as Route, { body } as never);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

test('whatever is wrong in a request, the message is a sentence that names a field by its label and says what to do', () => {
  let refused = 0;
  for (const [name, route] of Object.entries<Route>(api)) {
    if (!route.body) continue;
    for (const [field, schema] of Object.entries(shapeOf(route.body))) {
      for (const value of junk) {
        const problem = refusal(route, { [field]: value });
        if (!problem) continue;
        refused += 1;
        const [first] = problem.fields ?? [];
        const at = JSON.stringify([name, field, value, problem.message]);
        expect(problem.message, at).toMatch(/^\p{Lu}[^]{8,}$/u);
        expect(problem.message, at).not.toMatch(
          /^must|choose \.|must be text|this is missing|valid id|cannot be understood|undefined|invalid input|\bNaN\b/i,
        );
        if (first?.path === field) expect(plain(problem.message), at).toContain(plain(labelOf(schema, field)));
      }
    }
  }
  expect(refused).toBeGreaterThan(2000);
});
