/* oxlint-disable vitest/expect-expect, vitest/valid-title -- these define the tests of other files */
import fc from 'fast-check';
import { describe, test, type TestOptions } from 'vitest';

/** Whether tests take their long form: more cases, all sizes and themes. Tests that have one carry the tag `grows`. */
export const isLongRun = process.env['LONG_TESTS'] === 'yes';

/** The same cases are drawn every time, except by `npm run test:all`, which sets a new seed and prints it. */
export const seed = Number(process.env['TEST_SEED'] ?? 20_261_121);

/** In `npm test` the first of these cases, in the long form some drawn by the seed. */
export const someOf = <C>(cases: readonly C[], count: number): readonly C[] =>
  isLongRun
    ? fc.sample(fc.shuffledSubarray([...cases], { minLength: count, maxLength: count }), { numRuns: 1, seed }).flat()
    : cases.slice(0, count);

/** What `npm test` leaves out and `npm run test:all` runs. */
export const long = { tags: 'long' } as const satisfies TestOptions;

/** What `npm test` runs in a short form, and `npm run test:all` again in a long one or with other cases. */
export const grows = { tags: 'grows' } as const satisfies TestOptions;

type Of<C> = C extends readonly unknown[] ? { -readonly [At in keyof C]: C[At] } : [C];
type Body<Args extends unknown[]> = (...args: Args) => Promise<void> | void;
type Define<Args extends unknown[]> = (
  name: string,
  ...rest: [body: Body<Args>] | [options: TestOptions, body: Body<Args>]
) => void;

const optionsAndBody = <B>(rest: readonly [B] | readonly [TestOptions, B]): readonly [TestOptions, B] =>
  rest.length === 1 ? [{}, rest[0]] : rest;

/** For a rarer path of behaviour that `npm test` tests on the usual one. */
export const longTest: Define<[]> = (name, ...rest) => {
  const [options, body] = optionsAndBody(rest);
  test(name, { ...options, ...long }, () => body());
};

interface Defining {
  each(cases: readonly unknown[][]): (name: string, options: TestOptions, body: Body<unknown[]>) => void;
}

const sampled =
  (define: Defining) =>
  <const C>(cases: readonly C[], count = 1): Define<Of<C>> =>
  (name, ...rest) => {
    const [options, body] = optionsAndBody(rest);
    for (const [part, more] of [
      [cases.slice(0, count), {}],
      [cases.slice(count), long],
    ] as const)
      define.each(part as readonly unknown[][])(name, { ...options, ...more }, (...args) => body(...(args as Of<C>)));
  };

/** As `test.each`; `npm test` runs only the first `count` cases. */
export const sampledTest = sampled(test);

/** As `describe.each`; `npm test` runs only the first `count` cases. */
export const sampledDescribe = sampled(describe);
