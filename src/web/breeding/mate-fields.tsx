import { TriangleAlert, X } from 'lucide-react';
import { type Control, useController } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { isOfBreedingAge } from '#domain/records/births.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { overdueText } from '#web/herd/day-text.ts';
import { NoActiveAnimals } from '#web/herd/animal/no-active-animals.tsx';
import { useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { birthDueText } from '#web/herd/breeding/exposure-text.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { count } from '#web/lib/text/format.ts';
import { toggled } from '#web/lib/toggled.ts';
import { Checklist } from '#web/ui/checklist.tsx';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { type Concern, damConcerns } from './mate-concerns.ts';
import type { Mating } from './mating.ts';

interface SireFieldProps {
  readonly control: Control<Mating, unknown, Mating>;
  readonly males: readonly Animal[] | undefined;
}

export function SireField({ control, males }: SireFieldProps) {
  const { field } = useController({ control, name: 'fatherId' });
  const optionOf = useAnimalOption();
  return (
    <LabelledCombobox
      label="Male"
      hint={males?.length === 0 && <NoActiveAnimals what="males" />}
      ref={field.ref}
      options={males?.map(optionOf) ?? []}
      value={field.value}
      onChange={field.onChange}
      placeholder={males ? 'Choose the male' : 'Loading animals...'}
      searchPlaceholder="Search males by tag, name or breed"
      emptyText="No active male found"
      clearLabel="Clear the male"
      disabled={!males}
    />
  );
}

interface DamsFieldProps {
  readonly females: readonly Animal[] | undefined;
  readonly sire: Animal | undefined;
  readonly date: CalendarDate;
  readonly chosen: ReadonlySet<string>;
  /** How many chosen females are of another species than the male. */
  readonly leftOut: number;
  readonly onChange: (motherIds: ReadonlySet<string>) => void;
}

export function DamsField({ females, sire, date, chosen, leftOut, onChange }: DamsFieldProps) {
  const word = sire ? `${speciesTerms[sire.species].female.toLowerCase()}s` : 'females';
  const optionOf = useAnimalOption();
  const { expected = [], day } = usePregnancies();
  const pregnancyOf = new Map(expected.map((pregnancy) => [pregnancy.damId, pregnancy]));
  const options = (females ?? []).map((dam) => {
    const pregnancy = pregnancyOf.get(dam.id);
    const concerns = damConcerns(dam, sire, date);
    const option = { ...optionOf(dam), isExcludedFromAll: isOfBreedingAge(dam, date) === false };
    if (concerns.length > 0) return { ...option, detail: <Concerns concerns={concerns} /> };
    return {
      ...option,
      ...(pregnancy && { detail: pregnancy.daysOver > 0 ? overdueText(pregnancy) : `Due ${birthDueText(pregnancy, day)}` }),
    };
  });
  return (
    <Field
      label="Females"
      hint={
        females?.length === 0 ? (
          <NoActiveAnimals what={word} />
        ) : (
          leftOut > 0 && sire && `${leftOut} marked of another species ${leftOut === 1 ? 'is' : 'are'} left out.`
        )
      }
    >
      {(control) => (
        <>
          <Checklist
            {...control}
            options={options}
            chosen={chosen}
            onChange={onChange}
            searchPlaceholder={`Search ${word} by tag, name or breed`}
            emptyText={females ? `No active ${word} found` : 'Loading animals...'}
          />
          <Chosen
            dams={(females ?? []).filter(({ id }) => chosen.has(id))}
            onRemove={({ id }) => onChange(toggled(chosen, id))}
          />
        </>
      )}
    </Field>
  );
}

const Concerns = ({ concerns }: { concerns: readonly Concern[] }) => (
  <span className="flex items-center gap-1 font-semibold text-foreground">
    <TriangleAlert aria-hidden className="size-4 shrink-0" />
    <span dir="auto" className="truncate">
      {concerns.map(({ label }) => label).join(' · ')}
    </span>
  </span>
);

const maxNamed = 30;

function Chosen({ dams, onRemove }: { dams: readonly Animal[]; onRemove: (dam: Animal) => void }) {
  if (dams.length === 0) return null;
  return (
    <ul aria-label="Chosen females" className="flex max-h-32 flex-wrap items-center gap-1.5 overflow-y-auto pt-1">
      {dams.slice(0, maxNamed).map((dam) => (
        <li key={dam.id} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove ${fullName(dam)}`}
            onClick={() => onRemove(dam)}
            className="flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-secondary py-1 pe-2.5 ps-3.5 hover:bg-border"
          >
            <span dir="auto" className="truncate text-sm font-semibold">
              {fullName(dam)}
            </span>
            <X aria-hidden className="size-4 shrink-0" />
          </button>
        </li>
      ))}
      {dams.length > maxNamed && <li className="text-sm text-muted-foreground">and {count(dams.length - maxNamed)} more</li>}
    </ul>
  );
}
