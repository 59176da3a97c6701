import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { Sex, Species } from '#domain/animals.ts';
import { ApiError, sentenceOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { useAddAnimal } from '#web/herd/animals.data.ts';

interface OutsideParentFormProps {
  readonly title: string;
  readonly species: Species;
  readonly sex: Sex;
  readonly typed: string;
  readonly onAdded: (parent: Animal) => void;
  readonly onCancel: () => void;
}

/**
 * Records a parent the farm does not keep with the little that is known of it; the rest can be added later.
 * It stands inside the animal's form, so it is a group of fields and not a form.
 */
export function OutsideParentForm({ title, species, sex, typed, onAdded, onCancel }: OutsideParentFormProps) {
  const [id] = useState(uuidv7);
  const [parent, setParent] = useState({ tagNumber: typed, name: '', breed: '' });
  const [error, setError] = useState<string>();
  const addAnimal = useAddAnimal();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.closest('fieldset')?.scrollIntoView({ block: 'nearest' });
    first.current?.focus();
  }, []);

  const add = async () => {
    if (addAnimal.isPending) return;
    if (parent.tagNumber.trim() === '') return setError('Tag number is required');
    try {
      onAdded(await addAnimal.mutateAsync({ id, ...parent, species, sex, isReference: true }));
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.fields[0]?.message : undefined);
      toast({ variant: 'destructive', title: 'Error', description: sentenceOf(failure, 'Failed to add animal') });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    // Enter adds this parent; it must not save the animal around it.
    event.preventDefault();
    void add();
  };
  const input = (field: keyof typeof parent) => ({
    value: parent[field],
    autoComplete: 'off',
    maxLength: 100,
    onChange: (event: { target: { value: string } }) => setParent({ ...parent, [field]: event.target.value }),
    onKeyDown,
  });

  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border bg-straw-soft p-4">
      <legend className="float-left font-semibold">{title}</legend>
      <Field label="Tag number or registered name" error={error}>
        {(control) => <Input ref={first} {...control} {...input('tagNumber')} />}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Name">{(control) => <Input {...control} {...input('name')} />}</Field>
        <Field label="Breed">{(control) => <Input {...control} {...input('breed')} />}</Field>
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
