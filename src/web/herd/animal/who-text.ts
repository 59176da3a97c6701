import type { Animal } from '#contract/animals.ts';
import { kindWord } from '#domain/records/births.ts';
import { statusLabels } from './animal-labels.ts';
import { ageText, shortAge } from '../day-text.ts';

/** `Ram lamb, 5 months` */
export const kindText = (animal: Animal, now: string): string =>
  [kindWord(animal, now), ageOf(animal, now, ageText)].filter(Boolean).join(', ');

/** `5 mo`, `born 2024`, or empty if nothing is known. */
export const ageOf = (
  { birthDate, birthYear }: Pick<Animal, 'birthDate' | 'birthYear'>,
  now: string,
  text: (born: string, now: string) => string = shortAge,
): string => (birthDate === null ? (birthYear === null ? '' : `born ${birthYear}`) : text(birthDate, now));

const whereText = ({ isReference, status }: Animal): string | null => {
  if (isReference) return 'Outside';
  return status === 'active' ? null : statusLabels[status];
};

/** `Ram lamb, 5 months · Texel` */
export const descriptionText = (animal: Animal, now: string): string =>
  [kindText(animal, now), animal.breed, animal.color].filter(Boolean).join(' · ');

/** The same, and `Sold`, `Died` or `Outside` of one that is not on the farm. */
export const whoText = (animal: Animal, now: string): string =>
  [descriptionText(animal, now), whereText(animal)].filter(Boolean).join(' · ');
