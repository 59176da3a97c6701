import { Check } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import { breedingAgeMonths } from '#domain/records/births.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { Checklist } from '#web/ui/checklist.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { isTooYoung, oldEnough } from './mating.ts';

interface Props {
  readonly label: string;
  readonly animals: readonly Animal[];
  /** On which they are mated: 'Select all' leaves out those that are too young. */
  readonly day: CalendarDate;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly hint?: string | undefined;
}

/** With more animals than this, they are found by their numbers. */
const maxButtons = 12;

/** Selects animals with one tap each. Those that are too young on the day are left out, which is said. */
export function AnimalButtons({ animals: all, ...props }: Props) {
  const { label, day, chosen, onChange } = props;
  const animals = oldEnough(all, day);
  const left = all.length - animals.length;
  const hint = left === 0 ? undefined : `Left out: ${left} under ${breedingAgeMonths} months old`;
  if (animals.length > maxButtons || animals.length === 0) return <AnimalChecklist {...props} animals={animals} hint={hint} />;
  const toggle = (id: string) => onChange(chosen.symmetricDifference(new Set([id])));
  return (
    <GroupField label={label} hint={hint}>
      {(described) => (
        <fieldset {...described} className="flex flex-wrap gap-2">
          {animals.map((animal) => (
            <button
              key={animal.id}
              type="button"
              aria-pressed={chosen.has(animal.id)}
              onClick={() => toggle(animal.id)}
              className="flex min-h-12 max-w-full cursor-pointer items-center gap-2 rounded-lg border border-input bg-card px-3 leading-tight font-semibold transition-colors hover:bg-secondary aria-pressed:border-primary aria-pressed:bg-accent aria-pressed:text-accent-foreground aria-pressed:shadow-[inset_0_0_0_1px_var(--color-primary)]"
            >
              {chosen.has(animal.id) && <Check aria-hidden className="size-5 shrink-0" />}
              <span dir="auto" className="truncate">
                {fullName(animal)}
              </span>
            </button>
          ))}
        </fieldset>
      )}
    </GroupField>
  );
}

export function AnimalChecklist({ label, animals, day, chosen, onChange, hint }: Props) {
  const optionOf = useAnimalOption();
  return (
    <Field label={label} hint={hint}>
      {(described) => (
        <Checklist
          {...described}
          options={animals.map((animal) => ({ ...optionOf(animal), isExcludedFromAll: isTooYoung(animal, day) }))}
          chosen={chosen}
          onChange={onChange}
          searchPlaceholder={`Search ${label.toLowerCase()} by tag or name`}
          emptyText={`No active ${label.toLowerCase()} found`}
        />
      )}
    </Field>
  );
}
