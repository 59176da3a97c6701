import { server } from './server.ts';
import { build, buildIfStale } from './vite.ts';
import { web } from './web.ts';

export async function buildAll(): Promise<void> {
  for (const part of [web, server]) await build(part);
}

export async function buildAllIfStale(): Promise<void> {
  for (const part of [web, server]) await buildIfStale(part);
}
