import type { Animal } from '#contract/animals.ts';
import { speciesTerms } from '#domain/animals.ts';
import { sexWord, statusLabels } from './animal-labels.ts';
import { ageText } from './day-text.ts';

/** `Ram lamb, 5 months` */
export function kindText(animal: Animal, now: string): string {
  const { birthDate, birthYear, species } = animal;
  const age = birthDate === null ? birthYear && `born ${birthYear}` : ageText(birthDate, now);
  const isYoung =
    birthDate !== null && /day|month/.test(ageText(birthDate, now)) && Number.parseInt(ageText(birthDate, now), 10) < 12;
  const word = isYoung ? `${sexWord(animal)} ${speciesTerms[species].young.toLowerCase()}` : sexWord(animal);
  return [word, age].filter(Boolean).join(', ');
}

/** `Ram lamb, 5 months · Texel` */
export const whoText = (animal: Animal, now: string): string =>
  [kindText(animal, now), animal.breed, animal.color, animal.status === 'active' ? null : statusLabels[animal.status]]
    .filter(Boolean)
    .join(' · ');
