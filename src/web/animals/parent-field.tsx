import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type KeyboardEvent, useEffect, useRef } from 'react';
import { useController, useWatch, useForm } from 'react-hook-form';
import { validateParent, parentViolationMessage, parentSex, type ParentRole } from '#domain/records/parentage.ts';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import { type AnimalFormValues, bornIn } from './animal-form-values.ts';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { speciesTerms, type Sex, type Species } from '#domain/records/animals.ts';
import { statusLabels } from '#web/herd/animal/animal-labels.ts';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { byRules, TextField } from '#web/components/forms/form.tsx';
import { ApiError } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { useAddAnimal } from '#web/herd/data/animals.data.ts';

const labels = {
  mother: { label: 'Mother', outside: 'outside dam' },
  father: { label: 'Father', outside: 'outside sire' },
} as const;

export function ParentField({ parent: role, childId }: { parent: ParentRole; childId: string }) {
  const { field, fieldState } = useController<AnimalFormValues, 'motherId' | 'fatherId'>({ name: `${role}Id` });
  const { ref, value, onChange } = field;
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
    .filter((animal) => animal.id === value || (animal.id !== childId && !validateParent(role, animal, child)))
    .toSorted(byTag)
    .map((animal) => ({ ...optionOf(animal), ...(animal.status !== 'active' && { detail: statusLabels[animal.status] }) }));
  // A parent that no longer fits after species or birth was changed stays visible with the reason.
  const chosen = animals.find(({ id }) => id === value);
  const violation = chosen && validateParent(role, chosen, child);

  const offerOutside = (typed: string) => ({
    icon: <Plus aria-hidden />,
    text: typed === '' ? `Add an ${outsideWord}` : `Add “${typed}” as an ${outsideWord}`,
    onPick: () => setRecording(typed),
    movesFocus: true,
  });

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <LabelledCombobox
        label={label}
        error={fieldState.error?.message ?? (violation && parentViolationMessage(role, violation))}
        {...{ options, ref, value, onChange }}
        placeholder="Not known"
        searchPlaceholder={`Search ${speciesTerms[species][parentSex[role]].toLowerCase()}s by tag or name`}
        emptyText="None found"
        clearLabel={`Remove the ${role}`}
        offer={offerOutside}
      />
      {recording !== null && (
        <OutsideParentForm
          title={`Add an ${outsideWord}`}
          species={species}
          sex={parentSex[role]}
          typed={recording}
          onAdded={(parent) => {
            onChange(parent.id);
            setRecording(null);
          }}
          onCancel={() => setRecording(null)}
        />
      )}
    </div>
  );
}

interface OutsideParentFormProps {
  readonly title: string;
  readonly species: Species;
  readonly sex: Sex;
  readonly typed: string;
  readonly onAdded: (parent: Animal) => void;
  readonly onCancel: () => void;
}

/** A group of fields inside the animal's form, since forms cannot be nested. */
function OutsideParentForm({ title, species, sex, typed, onAdded, onCancel }: OutsideParentFormProps) {
  const [id] = useState(uuidv7);
  const form = useForm({ resolver: byRules(validate), defaultValues: { tagNumber: typed, name: '', breed: '' } });
  const { control } = form;
  const addAnimal = useAddAnimal();
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    group.current?.scrollIntoView({ block: 'nearest' });
    form.setFocus('tagNumber');
  }, [form]);

  const add = form.handleSubmit(async (parent) => {
    if (addAnimal.isPending) return;
    try {
      onAdded(await addAnimal.mutateAsync({ id, ...parent, species, sex, isReference: true }));
    } catch (failure) {
      const message = failure instanceof ApiError ? failure.fields[0]?.message : undefined;
      if (message !== undefined) form.setError('tagNumber', { message });
      toastFailure(failure, 'Failed to add animal');
    }
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter adds this parent instead of submitting the animal's form.
    event.preventDefault();
    void add();
  };
  const input = { control, maxLength: 100, onKeyDown };

  return (
    <fieldset ref={group} className="flex flex-col gap-3 rounded-lg border bg-straw-soft p-4">
      <legend className="float-start font-semibold">{title}</legend>
      <TextField {...input} name="tagNumber" label="Tag number or registered name" />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...input} name="name" label="Name" />
        <TextField {...input} name="breed" label="Breed" />
      </div>
      <div className="flex gap-2">
        <Button busy={addAnimal.isPending} onClick={() => void add()} className="grow sm:grow-0">
          {addAnimal.isPending ? 'Adding...' : 'Add'}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}

interface Parent {
  readonly tagNumber: string;
  readonly name: string;
  readonly breed: string;
}

const validate = ({ tagNumber }: Parent) => (tagNumber.trim() === '' ? { tagNumber: 'Tag number is required' } : {});
