import { journalFilters, type JournalFilter } from './journal-entries.ts';

export interface AnimalSearch {
  readonly show: JournalFilter;
}

export const wholeJournal: AnimalSearch = { show: 'all' };

export const readAnimalSearch = ({ show }: Readonly<Record<string, unknown>>): AnimalSearch =>
  typeof show === 'string' && Object.hasOwn(journalFilters, show) ? { show: show as JournalFilter } : wholeJournal;
