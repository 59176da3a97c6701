/** Unsaved input of forms, stored in this browser for the account and the farm (decision 28). */

import { unreadableDay } from './unreadable-day.ts';

/** The ids of an account and a farm, or of the account alone for all its farms. Null before sign-in: these drafts stay with the window. */
export type Owner = string | null;

export interface StoredDraft<T> {
  readonly form: string;
  readonly typed: T;
}

const lifetimeMs = 14 * 24 * 60 * 60 * 1000;
const prefix = 'draft ';

const keyOf = (owner: Owner, form: string): string => `${prefix}${owner ?? ''} ${form}`;

export function storeDraft(owner: Owner, form: string, typed: object | undefined): void {
  const key = keyOf(owner, form);
  try {
    if (typed) storeOf(owner).setItem(key, JSON.stringify({ at: Date.now(), typed }, withoutUnreadable));
    else storeOf(owner).removeItem(key);
  } catch {
    // The storage is full or switched off; the form works without it.
  }
}

/** Restoring an unreadable date would show an empty field, and saving that would delete the stored date. */
const withoutUnreadable = (_field: string, value: unknown): unknown => (value === unreadableDay ? undefined : value);

/** The newest draft. A name that ends with a slash stands for all forms whose names begin with it. */
export function findDraft<T extends object>(
  owner: Owner,
  form: string,
  fits: (typed: T) => boolean = () => true,
): StoredDraft<T> | undefined {
  const isOfForm = (name: string) => (form.endsWith('/') ? name.startsWith(form) : name === form);
  return draftsOf<T>(owner)
    .filter((draft) => isOfForm(draft.form) && fits(draft.typed))
    .toSorted((a, b) => b.at - a.at)[0];
}

export const hasDrafts = (owner: Owner): boolean => draftsOf(owner).length > 0;

export function clearDrafts<T>(owner: Owner, isCleared: (form: string, typed: T) => boolean = () => true): void {
  for (const { form, typed } of draftsOf<T>(owner)) if (isCleared(form, typed)) storeDraft(owner, form, undefined);
}

function draftsOf<T>(owner: Owner): readonly (StoredDraft<T> & { readonly at: number })[] {
  return entries(owner).flatMap(([key, value]) => {
    const start = keyOf(owner, '');
    const draft = key.startsWith(start) ? parse<T>(value) : undefined;
    return draft ? [{ ...draft, form: key.slice(start.length) }] : [];
  });
}

export function removeExpiredDrafts(): void {
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
    return typeof draft.typed === 'object' && Date.now() - draft.at < lifetimeMs ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** An older version of the form may have had other fields, so only values of the same kind are taken over. */
export function restored<T extends object>(initialValues: T, draft: { readonly [K in keyof T]?: unknown } | undefined): T {
  const fields = Object.entries(initialValues).map(([field, value]) => {
    const typed = draft?.[field as keyof T];
    return [field, typed !== undefined && isOfSameKind(typed, value) ? typed : value];
  });
  return Object.fromEntries(fields) as T;
}

const isOfSameKind = (a: unknown, b: unknown): boolean =>
  a === null || b === null || b === undefined || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b));
