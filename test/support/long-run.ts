import { test } from 'vitest';
import type { Engine } from '#server/db/connect.ts';

/** The long form of every test that has one: `LONG_TESTS=yes npm test`. */
export const isLongRun = process.env['LONG_TESTS'] === 'yes';

/** All of them in the long run, the first `count` in the short one. */
export const sampleOf = <T>(all: readonly T[], count = 1): readonly T[] => (isLongRun ? all : all.slice(0, count));

/**
 * All of them on each engine in the long run. In the short one half of them on each, so that none is left out: for laws that the code
 * above the database holds.
 */
export const dividedByEngine = <T>(all: readonly T[], engine: Engine): readonly T[] =>
  isLongRun ? all : all.filter((_, index) => index % 2 === (engine === 'sqlite' ? 0 : 1));

const leftOut: (...of: readonly unknown[]) => void = () => {};

/** A test of the long run alone: of a rarer path, beside tests of the short run that hold the same law on the usual one. */
export const longTest = isLongRun ? test : leftOut;
