import type { AnimalTagKind } from '#domain/records/animal-tags.ts';
import type { AnimalTagFields } from '#domain/records/animal-tag.ts';

export interface TagValues {
  kind: AnimalTagKind;
  number: string;
  fromDay: string;
  toDay: string;
}

export const valuesOf = ({ kind = 'eid', number = '', fromDay, toDay }: Partial<AnimalTagFields>): TagValues => ({
  kind,
  number,
  fromDay: fromDay ?? '',
  toDay: toDay ?? '',
});
