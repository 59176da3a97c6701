import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { searchItems, searchKeys } from '#domain/animals/find.ts';

/** Something other than an animal that can be opened: a screen, an action, a place or a group. */
export interface Thing {
  readonly id: string;
  readonly label: string;
  /** Further texts by which it is found. */
  readonly words?: readonly string[];
  readonly detail?: string;
  readonly icon: ComponentType<{ readonly className?: string; readonly 'aria-hidden': true }>;
  readonly link: Pick<LinkProps, 'to' | 'search' | 'hash' | 'params'>;
  /** The form that the page opens (lib/open-form.ts). */
  readonly form?: string;
}

const keyOf = searchKeys(({ label, words = [] }: Thing) => ({ tag: label, words }));

export const findThings = (typed: string, things: readonly Thing[]): readonly Thing[] => searchItems(typed, things, keyOf);
