import { buildServer, buildServerIfStale } from './server.ts';
import { buildWeb, buildWebIfStale } from './web.ts';

export async function buildAll(): Promise<void> {
  await buildWeb();
  await buildServer();
}

export async function buildIfStale(): Promise<void> {
  await buildWebIfStale();
  await buildServerIfStale();
}
