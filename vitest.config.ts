import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { computed } from './scripts/computed.ts';

const databases = 'test/support/databases.global.ts';
const seed = 'test/support/seed.setup.ts';
const server = [seed, 'test/support/built-threads.setup.ts'];

/** The same setting as in the product: worker threads start in a third of the time. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') };

/** Node itself loads the modules, as in the product; Vite would transform each of them for every project. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/** Limits end what hangs: they are long enough for a machine that is busy with other things. */
const patient = { poll: { timeout: 60_000 } };

/** Observes what modules do while they are loaded, so none may be loaded before. */
const watchesLoading = 'test/regular-expressions.test.ts';

/** Run the browser's code, also components, some with a global `document` and `indexedDB`, which other files must not see. */
const inBrowsers = ['agreement', 'merge-fields', 'not-recorded', 'offline-convergence', 'offline-lambing-day'].map(
  (name) => `test/${name}.test.ts`,
);

export default defineConfig({
  test: {
    // A forgotten `.only` would make the rest pass unseen.
    allowOnly: false,
    // Tests wait more than they compute: on 2 cores three workers take a sixth less time than two, and four as long as three.
    maxWorkers: 3,
    strictTags: true,
    tags: [
      { name: 'long', description: 'left out by npm test' },
      { name: 'grows', description: 'has a short form in npm test and a long one in npm run test:all' },
    ],
    projects: [
      // Without state of their own, these files can share loaded modules.
      {
        test: {
          name: 'unit',
          ...native,
          isolate: false,
          include: ['src/{domain,contract,web}/**/*.test.ts'],
          setupFiles: seed,
          testTimeout: 300_000,
        },
      },
      {
        // Compiled as in the product: what the compiler memoizes is rendered again only if its inputs change.
        plugins: [react({ compiler: true }), computed],
        test: {
          name: 'components',
          isolate: false,
          include: ['src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          testTimeout: 300_000,
          setupFiles: [seed, 'test/support/components.setup.ts'],
        },
      },
      {
        test: {
          name: 'api',
          ...native,
          // As in the product, what a module keeps is shared by all farms and servers of a process.
          isolate: false,
          include: ['src/server/**/*.test.ts'],
          globalSetup: databases,
          setupFiles: server,
          env,
          expect: patient,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'system',
          ...native,
          isolate: false,
          include: ['test/*.test.ts', 'test/attacks/**/*.test.ts'],
          exclude: [watchesLoading, ...inBrowsers],
          globalSetup: databases,
          setupFiles: server,
          env,
          expect: patient,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'phones',
          include: inBrowsers,
          globalSetup: databases,
          setupFiles: server,
          env,
          expect: patient,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      { test: { name: 'loading', include: [watchesLoading], testTimeout: 300_000 } },
      {
        test: {
          name: 'journeys',
          ...native,
          // A worker's files share its browser.
          isolate: false,
          include: ['test/journeys/*.test.ts'],
          globalSetup: databases,
          expect: patient,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // After the others, some of which measure.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
