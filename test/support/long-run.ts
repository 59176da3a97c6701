import { test } from 'vitest';
import type { Engine } from '#server/db/connect.ts';

/** The long form of every test that has one: `LONG_TESTS=yes npm test`. */
export const isLongRun = process.env['LONG_TESTS'] === 'yes';

/** All cases in the long run, the first `count` in the short one. */
export const sampleOf = <T>(all: readonly T[], count = 1): readonly T[] => (isLongRun ? all : all.slice(0, count));

/**
 * All cases on each engine in the long run, and half of them on each engine in the short one, so that none is left out. For behaviour that
 * does not depend on the engine.
 */
export const dividedByEngine = <T>(all: readonly T[], engine: Engine): readonly T[] =>
  isLongRun ? all : all.filter((_, index) => index % 2 === (engine === 'sqlite' ? 0 : 1));

const leftOut: (...of: readonly unknown[]) => void = () => {};

/** A test only of the long run, for a rarer path of behaviour that the short run tests on the usual one. */
export const longTest = isLongRun ? test : leftOut;
