import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';

/** The calls that may wait. The build replaces this module by its value, so that the schemas are not loaded with it. */
export const offlineCalls: readonly string[] = Object.entries<Route>(api).flatMap(([name, { offline }]) => (offline ? name : []));
