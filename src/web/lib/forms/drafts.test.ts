import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findDraft, clearDrafts, removeExpiredDrafts, hasDrafts, storeDraft, restored } from './drafts.ts';

const day = 24 * 60 * 60 * 1000;

/** A browser's storage, as far as drafts need one. */
class Memory {
  readonly #room = Number.POSITIVE_INFINITY;
  [key: string]: unknown;

  constructor(room = Number.POSITIVE_INFINITY) {
    this.#room = room;
  }
  setItem(key: string, value: string): void {
    if (value.length > this.#room) throw new DOMException('No room', 'QuotaExceededError');
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', new Memory());
  vi.stubGlobal('sessionStorage', new Memory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a draft', () => {
  test('is found by the account that typed it, and by no other', () => {
    storeDraft('ada', 'mating', { date: '2026-01-05' });
    expect(findDraft('ada', 'mating')).toMatchObject({ form: 'mating', typed: { date: '2026-01-05' } });
    for (const other of ['ad', 'ada2', 'bob', null]) expect(findDraft(other, 'mating')).toBe(undefined);
    expect(findDraft('ada', 'mat')).toBe(undefined);
  });

  test('is removed when its form is saved, and other drafts stay', () => {
    storeDraft('ada', 'mating', { date: '2026-01-05' });
    storeDraft('ada', 'animal/1', { values: { name: 'Daisy' } });
    storeDraft('ada', 'mating', undefined);
    expect(findDraft('ada', 'mating')).toBe(undefined);
    expect(hasDrafts('ada')).toBe(true);
    clearDrafts('ada');
    expect(hasDrafts('ada')).toBe(false);
  });

  test('of several forms of one kind is the newest one that fits', () => {
    for (const [form, animalId] of [
      ['checkup/a', 'D-1'],
      ['checkup/b', 'D-2'],
    ] as const) {
      vi.advanceTimersByTime(1000);
      storeDraft('ada', form, { animalId });
    }
    expect(findDraft('ada', 'checkup/')?.form).toBe('checkup/b');
    expect(findDraft<{ animalId: string }>('ada', 'checkup/', ({ animalId }) => animalId === 'D-1')?.form).toBe('checkup/a');
  });

  test('expires after two weeks for every account', () => {
    storeDraft('ada', 'mating', { date: '2026-01-05' });
    localStorage.setItem('theme', 'dark');
    vi.advanceTimersByTime(13 * day);
    storeDraft('bob', 'mating', { date: '2026-01-06' });
    vi.advanceTimersByTime(2 * day);
    expect(findDraft('ada', 'mating')).toBe(undefined);
    removeExpiredDrafts();
    expect(Object.keys(localStorage)).toEqual(['theme', 'draft bob mating']);
  });

  test('from before sign-in stays with the window', () => {
    storeDraft(null, 'registration', { username: 'ada' });
    expect(Object.keys(localStorage)).toEqual([]);
    expect(findDraft(null, 'registration')?.typed).toEqual({ username: 'ada' });
  });

  test('omits a date that cannot be read', () => {
    storeDraft('ada', 'animal/1', { values: { name: 'Daisy', birthDate: 'unreadable' } });
    expect(findDraft('ada', 'animal/1')?.typed).toEqual({ values: { name: 'Daisy' } });
  });

  test('fails silently where the browser has no storage', () => {
    vi.stubGlobal('localStorage', new Memory(0));
    storeDraft('ada', 'mating', { date: '2026-01-05' });
    vi.stubGlobal('localStorage', undefined);
    storeDraft('ada', 'mating', { date: '2026-01-05' });
    expect(findDraft('ada', 'mating')).toBe(undefined);
  });
});

test('a draft restores only fields that the form has and values of their kind', () => {
  const fresh = { name: '', motherId: null as string | null, status: undefined as string | undefined, offspring: [] as string[] };
  const kept = { name: 'Daisy', motherId: 'm', status: '3', offspring: 'none', gone: true };
  expect(restored(fresh, kept)).toEqual({ name: 'Daisy', motherId: 'm', status: '3', offspring: [] });
  expect(restored(fresh, undefined)).toEqual(fresh);
});
