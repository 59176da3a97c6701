import { beforeEach, expect, test, vi } from 'vitest';
import { findDraft, clearDrafts, removeExpiredDrafts, hasDrafts, storeDraft, restored } from './drafts.ts';

const day = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers();
});

const typed = { date: '2026-01-05' };

test('a draft is found by the account that typed it, and by no other', () => {
  storeDraft('ada', 'mating', typed);
  expect(findDraft('ada', 'mating')).toMatchObject({ form: 'mating', typed });
  for (const other of ['ad', 'ada2', 'bob', null]) expect(findDraft(other, 'mating')).toBe(undefined);
  expect(findDraft('ada', 'mat')).toBe(undefined);
});

test('a draft is removed when its form is saved, and other drafts stay', () => {
  storeDraft('ada', 'mating', typed);
  storeDraft('ada', 'animal/1', { values: { name: 'Daisy' } });
  storeDraft('ada', 'mating', undefined);
  expect([findDraft('ada', 'mating'), hasDrafts('ada')]).toEqual([undefined, true]);
  clearDrafts('ada');
  expect(hasDrafts('ada')).toBe(false);
});

test('of several drafts of one kind the newest one that fits is found', () => {
  for (const [form, animalId] of Object.entries({ 'checkup/a': 'D-1', 'checkup/b': 'D-2' })) {
    vi.advanceTimersByTime(1000);
    storeDraft('ada', form, { animalId });
  }
  expect(findDraft('ada', 'checkup/')?.form).toBe('checkup/b');
  expect(findDraft<{ animalId: string }>('ada', 'checkup/', ({ animalId }) => animalId === 'D-1')?.form).toBe('checkup/a');
});

test('a draft expires after two weeks for every account', () => {
  storeDraft('ada', 'mating', typed);
  localStorage.setItem('theme', 'dark');
  vi.advanceTimersByTime(13 * day);
  storeDraft('bob', 'mating', typed);
  vi.advanceTimersByTime(2 * day);
  expect(findDraft('ada', 'mating')).toBe(undefined);
  removeExpiredDrafts();
  expect(Object.keys(localStorage)).toEqual(['theme', 'draft bob mating']);
});

test('a draft from before sign-in stays with the window', () => {
  storeDraft(null, 'registration', { username: 'ada' });
  expect(Object.keys(localStorage)).toEqual([]);
  expect(findDraft(null, 'registration')?.typed).toEqual({ username: 'ada' });
});

test('a draft omits a date that cannot be read', () => {
  storeDraft('ada', 'animal/1', { values: { name: 'Daisy', birthDate: 'unreadable' } });
  expect(findDraft('ada', 'animal/1')?.typed).toEqual({ values: { name: 'Daisy' } });
});

const full = () => {
  throw new DOMException('No room', 'QuotaExceededError');
};

test.each([{ setItem: full, removeItem: () => {} }, undefined])(
  'where the browser has no room or no storage nothing fails',
  (storage) => {
    vi.stubGlobal('localStorage', storage);
    storeDraft('ada', 'mating', typed);
    expect(findDraft('ada', 'mating')).toBe(undefined);
  },
);

test('a draft restores only fields that the form has and values of their kind', () => {
  const fresh = { name: '', motherId: null as string | null, status: undefined as string | undefined, offspring: [] as string[] };
  const kept = { name: 'Daisy', motherId: 'm', status: '3', offspring: 'none', gone: true };
  expect(restored(fresh, kept)).toEqual({ name: 'Daisy', motherId: 'm', status: '3', offspring: [] });
  expect(restored(fresh, undefined)).toEqual(fresh);
});
