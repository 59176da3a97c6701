import type { Undone } from '#contract/imports.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import type { ChangeEntry } from './imports.queries.ts';

/** What the thread that plans how to take an import back is sent before it is asked for anything. */
export type UndoInput =
  | { readonly kind: 'animals'; readonly animals: readonly KnownAnimal[]; readonly recorded: readonly string[] }
  | { readonly kind: 'newcomers'; readonly newcomers: readonly (readonly [id: string, versionAfter: number])[] }
  | { readonly kind: 'changes'; readonly changes: readonly ChangeEntry[] };

/** What it answers, in this order. */
export type UndoMessage =
  | {
      readonly kind: 'summary';
      readonly activeChange: number;
      readonly keptCount: number;
      readonly kept: Undone['kept'];
    }
  /** The animals that stay as the import left them. */
  | { readonly kind: 'keep'; readonly ids: readonly string[] }
  | { readonly kind: 'restore'; readonly changes: readonly ChangeEntry[] }
  /** Children before their parents. */
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'end' };
