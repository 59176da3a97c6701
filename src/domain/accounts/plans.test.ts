import { expect, test } from 'vitest';
import { usageLevel, usagePercent } from './plans.ts';

test.each([
  [39, 50, 78, 'ok'],
  [158, 200, 79, 'ok'],
  [159, 200, 80, 'near'],
  [199, 200, 99, 'near'],
  [50, 50, 100, 'full'],
  [60, 50, 120, 'full'],
  [0, 0, 100, 'full'],
] as const)('%i of %i active animals are %i%% of the plan: %s', (active, limit, percent, level) => {
  expect([usagePercent(active, limit), usageLevel(active, limit)]).toEqual([percent, level]);
});
