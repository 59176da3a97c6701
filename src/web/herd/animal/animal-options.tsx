import type { Animal } from '#contract/animals.ts';
import { kindWord } from '#domain/records/births.ts';
import { today } from '#web/lib/text/today.ts';
import type { ListboxOption } from '#web/ui/listbox.tsx';
import { fullName } from './animal-labels.ts';
import { type Numbers, useNumbers } from './use-numbers.ts';
import { SpeciesIcon } from './species-icon.tsx';

// Created lazily: the first use of Intl takes a slow phone a tenth of a second.
let natural: Intl.Collator | undefined;

/** Natural order: 9 before 10. */
export const byTag = (a: { tagNumber: string }, b: { tagNumber: string }): number => {
  natural ??= new Intl.Collator('en', { numeric: true });
  return natural.compare(a.tagNumber, b.tagNumber);
};

/** An animal as an option of a list, found by any of its numbers. */
export function useAnimalOption(): (animal: Animal) => ListboxOption {
  const numbers = useNumbers();
  return (animal) => animalOption(animal, numbers);
}

function animalOption(animal: Animal, numbers: Numbers): ListboxOption {
  const kind = kindWord(animal, today());
  return {
    value: animal.id,
    label: fullName(animal),
    tag: animal.tagNumber,
    keywords: [animal.name, kind, animal.breed],
    numbers: numbers.get(animal.id),
    icon: <SpeciesIcon species={animal.species} className="size-5 shrink-0 text-muted-foreground" />,
    detail: animal.isReference ? 'Outside' : kind,
  };
}
