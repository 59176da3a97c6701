import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { validateParent, parentViolationMessage, parentSex, type ParentRole } from '#domain/records/parentage.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { type AnimalFormValues, bornIn } from './animal-form-values.ts';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { speciesTerms } from '#domain/records/animals.ts';
import { statusLabels } from '#web/herd/animal/animal-labels.ts';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { OutsideParentForm } from './outside-parent-form.tsx';

const labels = {
  mother: { label: 'Mother', outside: 'outside dam' },
  father: { label: 'Father', outside: 'outside sire' },
} as const;

export function ParentField({ parent: role, childId }: { parent: ParentRole; childId: string }) {
  const { field, fieldState } = useController<AnimalFormValues, 'motherId' | 'fatherId'>({ name: `${role}Id` });
  const [species, birthDate, birthYear, isYearOnly] = useWatch<
    AnimalFormValues,
    ['species', 'birthDate', 'birthYear', 'isYearOnly']
  >({
    name: ['species', 'birthDate', 'birthYear', 'isYearOnly'],
  });
  const { data: kept = [] } = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  const optionOf = useAnimalOption();
  const [recording, setRecording] = useState<string | null>(null);
  const { label, outside: outsideWord } = labels[role];
  const child = { species, ...bornIn({ birthDate, birthYear, isYearOnly }) };
  const animals = [...kept, ...outside];
  const options = animals
    .filter((animal) => animal.id === field.value || (animal.id !== childId && !validateParent(role, animal, child)))
    .toSorted(byTag)
    .map((animal) => ({ ...optionOf(animal), ...(animal.status !== 'active' && { detail: statusLabels[animal.status] }) }));
  // A parent that no longer fits after species or birth was changed stays visible with the reason.
  const chosen = animals.find(({ id }) => id === field.value);
  const violation = chosen && validateParent(role, chosen, child);

  const offerOutside = (typed: string) => ({
    icon: <Plus aria-hidden />,
    text: typed === '' ? `Add an ${outsideWord}` : `Add “${typed}” as an ${outsideWord}`,
    onPick: () => setRecording(typed),
    movesFocus: true,
  });

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Field label={label} error={fieldState.error?.message ?? (violation && parentViolationMessage(role, violation))}>
        {(control) => (
          <Combobox
            {...control}
            ref={field.ref}
            options={options}
            value={field.value}
            onChange={field.onChange}
            placeholder="Not known"
            searchPlaceholder={`Search ${speciesTerms[species][parentSex[role]].toLowerCase()}s by tag or name`}
            emptyText="None found"
            clearLabel={`Remove the ${role}`}
            offer={offerOutside}
          />
        )}
      </Field>
      {recording !== null && (
        <OutsideParentForm
          title={`Add an ${outsideWord}`}
          species={species}
          sex={parentSex[role]}
          typed={recording}
          onAdded={(parent) => {
            field.onChange(parent.id);
            setRecording(null);
          }}
          onCancel={() => setRecording(null)}
        />
      )}
    </div>
  );
}
