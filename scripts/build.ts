import { buildAll, buildAllIfStale } from './parts.ts';

// `npm run build`, and `-- --if-stale` before a start: nothing whose sources are the same is built again.
try {
  await (process.argv.includes('--if-stale') ? buildAllIfStale() : buildAll());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
