import { buildAll } from './parts.ts';

await buildAll();
