import type { HistoryKind } from '#contract/history.ts';
import { isCalendarDate } from '#domain/dates.ts';

export interface HistorySearch {
  readonly by?: string;
  readonly kind?: HistoryKind;
  readonly animal?: string;
  readonly from?: string;
  readonly to?: string;
}

/** In the order in which they are offered. */
export const kindLabels: Readonly<Record<HistoryKind, string>> = {
  animal: 'Animals',
  event: 'Entries of the journal',
  breedingRecord: 'Matings',
  animalTag: 'Numbers',
  place: 'Places',
  group: 'Groups',
  product: 'Medicine cupboard',
  worklist: 'Work',
  exposure: 'Males with females',
  chore: 'Tasks',
  farm: 'The farm',
};

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What is not valid is left out. */
export function parseHistorySearch(address: Readonly<Record<string, unknown>>): HistorySearch {
  const text = (name: string, isValid: (value: string) => boolean) => {
    const value = address[name];
    return typeof value === 'string' && isValid(value) ? { [name]: value } : {};
  };
  return {
    ...text('by', (value) => value !== '' && value.length <= 64),
    ...text('kind', (value) => Object.hasOwn(kindLabels, value)),
    ...text('animal', (value) => uuid.test(value)),
    ...text('from', isCalendarDate),
    ...text('to', isCalendarDate),
  };
}
