// @module-tag long
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { parseSync } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import type { Expression, Slowest } from '#test/regular-expression-worker.ts';

/** In ms of processor time, for a text of 100,000 characters. */
const maxMs = 50;
/** An expression that still runs after this time is terminated with its worker thread. */
const hangsAfterMs = 20_000;

interface Placed extends Expression {
  readonly where: string;
}

const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.(?:test|d)\.tsx?$/.test(file));

interface Found {
  readonly literals: readonly Placed[];
  readonly constructed: readonly number[];
}

function findIn(file: string): Found {
  const text = readFileSync(file, 'utf8');
  const lineOf = (start: number): number => text.slice(0, start).split('\n').length;
  const literals: Placed[] = [];
  const constructed: number[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, regex, callee } = node as Partial<{
      type: string;
      start: number;
      regex: { pattern: string; flags: string } | null;
      callee: { name?: string };
    }>;
    if (type === 'Literal' && regex) {
      literals.push({ where: `${file}:${lineOf(start ?? 0)}`, source: regex.pattern, flags: regex.flags });
    }
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
      constructed.push(lineOf(start ?? 0));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  return { literals, constructed };
}

async function constructedBy(file: string): Promise<Placed[]> {
  const made: Placed[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [pattern, flags]: [string | RegExp, string?], newTarget) {
      const expression = Reflect.construct(target, [pattern, flags], newTarget) as RegExp;
      // Expressions of packages that are loaded meanwhile are left out.
      if (new Error('where').stack?.includes(file))
        made.push({ where: file, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    await import(/* @vite-ignore */ `../${file}`);
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}

const found = new Map(sources.map((file) => [file, findIn(file)]));
const builders = [...found].filter(([, { constructed }]) => constructed.length > 0).map(([file]) => file);
const constructed = new Map<string, Placed[]>();
for (const file of builders) constructed.set(file, await constructedBy(file));
const expressions = [...[...found.values()].flatMap(({ literals }) => literals), ...[...constructed.values()].flat()];

let worker: Worker | undefined;
const openWorker = (): Worker => (worker ??= new Worker(new URL('./support/regular-expression-worker.ts', import.meta.url)));
afterAll(() => worker?.terminate());

async function slowestOf(expression: Expression, limitMs = hangsAfterMs): Promise<Slowest | 'never ends'> {
  const thread = openWorker();
  const answer = once(thread, 'message', { signal: AbortSignal.timeout(limitMs) }) as Promise<[Slowest]>;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage({ source: expression.source, flags: expression.flags });
  try {
    return (await answer)[0];
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    worker = undefined;
    await thread.terminate();
    return 'never ends';
  }
}

describe('every regular expression of the source', () => {
  test('is found: the literals, and those that are put together from texts', () => {
    expect(expressions.length).toBeGreaterThan(100);
    for (const file of builders) expect([file, constructed.get(file)?.length ?? 0]).not.toEqual([file, 0]);
  });

  test('is distinguished from one that takes too long', async () => {
    const attempt = { ms: expect.any(Number) as number };
    expect(await slowestOf({ source: String.raw`^\d+$`, flags: '' })).toMatchObject(attempt);
    for (const source of ['\\s+$', '^(?:a+)+$', '^(\\d+)\\s*([/ ])\\s*(\\d+)\\s*\\2\\s*x$']) {
      const slowest = await slowestOf({ source, flags: '' }, 2000);
      expect([source, slowest === 'never ends' || slowest.ms > maxMs]).toEqual([source, true]);
    }
  });

  test.each(expressions)('takes at most 50 ms for any 100,000 characters: $where /$source/$flags', async (expression) => {
    const slowest = await slowestOf(expression);
    if (slowest === 'never ends') expect.fail('It did not end.');
    expect(slowest.ms, JSON.stringify(slowest.attempt)).toBeLessThan(maxMs);
  });
});
