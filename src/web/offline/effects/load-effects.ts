import { importPart } from '#web/lib/server/import-part.ts';
import type * as Effects from './operation-effects.ts';

let loaded: typeof Effects | undefined;

/**
 * Loads what operations do to the rows. It needs the schemas of the contract, which take a slow phone a quarter of a second, so a farm in
 * which nothing waits is opened without it.
 */
export async function loadEffects(): Promise<void> {
  loaded ??= await importPart(() => import('./operation-effects.ts'));
}

/** The outbox loads them before it holds an operation (outbox.ts). */
export function effects(): typeof Effects {
  if (!loaded) throw new Error('What operations do has not been loaded');
  return loaded;
}
