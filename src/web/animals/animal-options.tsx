import type { Animal } from '#contract/animals.ts';
import type { ComboboxOption } from '#web/ui/combobox.tsx';
import { fullName, sexWord } from './animal-words.ts';
import { SpeciesIcon } from './species-icon.tsx';

const natural = new Intl.Collator('en', { numeric: true });

/** The order in which a person looks a tag up: 9 before 10. */
export const byTag = (a: { tagNumber: string }, b: { tagNumber: string }): number => natural.compare(a.tagNumber, b.tagNumber);

/** An animal as a picker shows and finds it. */
export const animalOption = (animal: Animal): ComboboxOption => ({
  value: animal.id,
  label: fullName(animal),
  keywords: `${sexWord(animal)} ${animal.breed ?? ''}`,
  icon: <SpeciesIcon species={animal.species} className="size-5 shrink-0 text-muted-foreground" />,
  detail: animal.isReference ? 'Outside' : sexWord(animal),
});
