/** What was typed into a form and not saved, kept in this browser for the account that typed it (decision 28). */

import { unreadableDay } from './unreadable-day.ts';

/** An account's id; null for what is typed before anybody is signed in, which stays with the window. */
export type Owner = string | null;

export interface Kept<T> {
  readonly form: string;
  readonly typed: T;
}

/** Whoever has not come back to it by then has forgotten it. */
const keptForMs = 14 * 24 * 60 * 60 * 1000;
const prefix = 'draft ';

const keyOf = (owner: Owner, form: string): string => `${prefix}${owner ?? ''} ${form}`;

/** Keeps what is typed in place of what was kept before; undefined: there is nothing to keep any more. */
export function keepDraft(owner: Owner, form: string, typed: object | undefined): void {
  const key = keyOf(owner, form);
  try {
    if (typed) storeOf(owner).setItem(key, JSON.stringify({ at: Date.now(), typed }, readable));
    else storeOf(owner).removeItem(key);
  } catch {
    // A browser that keeps nothing, or whose room is used up: the form works all the same.
  }
}

/** A date that cannot be read would come back as an empty field, that is to say as none. */
const readable = (_field: string, value: unknown): unknown => (value === unreadableDay ? undefined : value);

/** The newest draft of a form; a name that ends with a slash stands for all forms whose names begin with it. */
export function findDraft<T extends object>(
  owner: Owner,
  form: string,
  fits: (typed: T) => boolean = () => true,
): Kept<T> | undefined {
  const isOfForm = (name: string) => (form.endsWith('/') ? name.startsWith(form) : name === form);
  return draftsOf<T>(owner)
    .filter((draft) => isOfForm(draft.form) && fits(draft.typed))
    .toSorted((a, b) => b.at - a.at)[0];
}

export const hasDrafts = (owner: Owner): boolean => draftsOf(owner).length > 0;

export function forgetDrafts(owner: Owner): void {
  for (const { form } of draftsOf(owner)) keepDraft(owner, form, undefined);
}

function draftsOf<T>(owner: Owner): readonly (Kept<T> & { readonly at: number })[] {
  return entries(owner).flatMap(([key, value]) => {
    const begin = keyOf(owner, '');
    const draft = key.startsWith(begin) ? parse<T>(value) : undefined;
    return draft ? [{ ...draft, form: key.slice(begin.length) }] : [];
  });
}

/** Takes away what nobody has come back to, whosever it is. */
export function forgetOldDrafts(): void {
  for (const [key, value] of entries('')) {
    if (key.startsWith(prefix) && !parse(value)) localStorage.removeItem(key);
  }
}

function entries(owner: Owner): readonly [key: string, value: string][] {
  try {
    return Object.entries<string>(storeOf(owner));
  } catch {
    return [];
  }
}

const storeOf = (owner: Owner): Storage => (owner === null ? sessionStorage : localStorage);

function parse<T>(text: string): { readonly at: number; readonly typed: T } | undefined {
  try {
    const draft = JSON.parse(text) as { at: number; typed: T };
    return typeof draft.typed === 'object' && Date.now() - draft.at < keptForMs ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** What was kept, over what the form begins with: an older version of the form may have had other fields. */
export function restored<T extends object>(fresh: T, kept: { readonly [K in keyof T]?: unknown } | undefined): T {
  const fields = Object.entries(fresh).map(([field, value]) => {
    const typed = kept?.[field as keyof T];
    return [field, typed !== undefined && isOfSameKind(typed, value) ? typed : value];
  });
  return Object.fromEntries(fields) as T;
}

const isOfSameKind = (a: unknown, b: unknown): boolean =>
  a === null || b === null || b === undefined || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b));
