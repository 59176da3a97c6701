import type { Undone } from '#contract/imports.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import type { ChangeEntry } from './imports.queries.ts';

export type UndoInput =
  | { readonly kind: 'animals'; readonly animals: readonly KnownAnimal[]; readonly animalsWithRecords: readonly string[] }
  | { readonly kind: 'addedAnimals'; readonly addedAnimals: readonly (readonly [id: string, versionAfter: number])[] }
  | { readonly kind: 'changes'; readonly changes: readonly ChangeEntry[] };

export type UndoMessage =
  | {
      readonly kind: 'summary';
      readonly activeChange: number;
      readonly keptCount: number;
      readonly kept: Undone['kept'];
    }
  | { readonly kind: 'keep'; readonly ids: readonly string[] }
  | { readonly kind: 'restore'; readonly changes: readonly ChangeEntry[] }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'end' };
