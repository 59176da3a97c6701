import { importPart } from '#web/lib/import-part.ts';
import type * as Effects from './operation-effects.ts';

let loaded: typeof Effects | undefined;

/**
 * They come with the schemas of the contract, which take a slow phone a quarter of a second: a farm in which nothing waits is opened
 * without them.
 */
export async function loadEffects(): Promise<void> {
  loaded ??= await importPart(() => import('./operation-effects.ts'));
}

/** Where there are operations they have been loaded (outbox.ts). */
export function effects(): typeof Effects {
  if (!loaded) throw new Error('What operations do has not been loaded');
  return loaded;
}
