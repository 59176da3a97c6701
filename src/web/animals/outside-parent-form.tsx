import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { Sex, Species } from '#domain/records/animals.ts';
import { byRules, TextField } from '#web/components/forms/form.tsx';
import { ApiError } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { useAddAnimal } from '#web/herd/data/animals.data.ts';

interface OutsideParentFormProps {
  readonly title: string;
  readonly species: Species;
  readonly sex: Sex;
  readonly typed: string;
  readonly onAdded: (parent: Animal) => void;
  readonly onCancel: () => void;
}

/** A group of fields inside the animal's form, since forms cannot be nested. */
export function OutsideParentForm({ title, species, sex, typed, onAdded, onCancel }: OutsideParentFormProps) {
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
