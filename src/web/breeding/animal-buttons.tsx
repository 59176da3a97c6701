import { Check } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { Checklist } from '#web/ui/checklist.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { isTooYoung } from './mating.ts';

interface Props {
  readonly label: string;
  readonly animals: readonly Animal[];
  /** On which they are mated: 'Select all' leaves out those that are too young. */
  readonly day: CalendarDate;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** With more animals than this, they are found by their numbers. */
const maxButtons = 12;

/** Selects animals with one tap each. */
export function AnimalButtons(props: Props) {
  const { label, animals, chosen, onChange } = props;
  if (animals.length > maxButtons || animals.length === 0) return <AnimalChecklist {...props} />;
  const toggle = (id: string) => onChange(chosen.symmetricDifference(new Set([id])));
  return (
    <GroupField label={label}>
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

export function AnimalChecklist({ label, animals, day, chosen, onChange }: Props) {
  const optionOf = useAnimalOption();
  return (
    <Field label={label}>
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
