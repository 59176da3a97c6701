import { buildWebIfStale } from './web.ts';

try {
  await buildWebIfStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// In this very process: signals reach the server without anyone in between.
await import('../src/server/main.ts');
