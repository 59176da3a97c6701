import { spawnSync } from 'node:child_process';
import { buildAllIfStale } from './parts.ts';

/** `npm run test:offline [-- HISTORIES KILLS DAYS]`: the long form of the offline tests. */
const [histories = '2000', kills = '100', days = '20'] = process.argv.slice(2);

const files = [
  'test/offline.test.ts',
  'test/offline-convergence.test.ts',
  'test/offline-lambing-day.test.ts',
  'test/journeys/offline.test.ts',
];

await buildAllIfStale();
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, OFFLINE_RUNS: histories, OFFLINE_KILLS: kills, OFFLINE_DAYS: days, OFFLINE_WRITES: '500' },
});
process.exit(status ?? 1);
