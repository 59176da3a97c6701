import type { Animal } from '#contract/animals.ts';
import { count } from '#web/lib/text/format.ts';
import { fullName } from './animal-labels.ts';
import { useDepartures } from '../use-departures.ts';

const maxNamed = 3;

/** Says that the searched animals have left: `G23-033 Bryony died Thu, Nov 12.` */
export function GoneAnimals({ animals }: { animals: readonly Animal[] }) {
  const departureOf = useDepartures(true);
  return animals.length > maxNamed
    ? `${count(animals.length)} animals with another status match.`
    : `${animals.map((animal) => `${fullName(animal)} ${departureOf(animal)}`).join(', ')}.`;
}
