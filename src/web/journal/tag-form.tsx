import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { AnimalTag } from '#contract/animal-tags.ts';
import { latestToday } from '#domain/dates.ts';
import { animalTagKinds, animalTagLabel, validateAnimalTag } from '#domain/animal-tags.ts';
import { parseEid } from '#domain/eid.ts';
import { animalTagFields, type AnimalTagFields } from '#domain/records/animal-tag.ts';
import { infoOf } from '#domain/records/fields.ts';
import { ChangedElsewhere, type ShownMergeField } from '#web/components/changed-elsewhere.tsx';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { FormDayField } from '#web/components/form-day-field.tsx';
import { SelectField } from '#web/components/form-select-field.tsx';
import { byRules, FormFields, TextField } from '#web/components/form.tsx';
import { RefusedBefore } from '#web/components/refused-before.tsx';
import { useMergingSave } from '#web/components/use-merging-save.ts';
import { useAddAnimalTag } from '#web/herd/animals.data.ts';
import type { Correction } from '#web/lib/correction.ts';
import { useReader } from '#web/lib/use-reader.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { today } from '#web/lib/today.ts';
import { Button } from '#web/ui/button.tsx';
import { type TagValues, valuesOf } from './tag-values.ts';
import { tagsOfAnimalQuery, useChangeAnimalTag, useDeleteAnimalTag } from './animal-tags.data.ts';

interface TagFormProps {
  readonly animalId: string;
  /** The number to change. */
  readonly tag: AnimalTag | undefined;
  readonly proposed?: string | undefined;
  readonly correction: TagCorrection | undefined;
  readonly onDone: (reply: unknown, title: string, description: string) => void;
}

/** `id` is that of a new number; `theirs` is the number as somebody else has since changed it. */
export type TagCorrection = Correction<{
  readonly id: string;
  readonly values: TagValues;
  readonly theirs?: AnimalTag | undefined;
}>;

const baseOf = (tag: AnimalTag | undefined) => ({ version: tag?.version, values: valuesOf(tag ?? {}) });

const mergeFields = (['kind', 'number', 'fromDay', 'toDay'] as const).map((name): ShownMergeField<TagValues> => ({
  label: infoOf(animalTagFields[name]).label,
  fields: [name],
  show: (values) => (name === 'kind' ? animalTagLabel(values.kind) : values[name]),
}));

const kinds = animalTagKinds.map((value) => ({ value, label: animalTagLabel(value) }));

const proposedValues = (number: string): TagValues => valuesOf({ kind: parseEid(number) === null ? 'other' : 'eid', number });

const orNull = (day: string): string | null => (day === '' ? null : day);

const fieldsOf = (animalId: string, { kind, number, fromDay, toDay }: TagValues): AnimalTagFields => ({
  animalId,
  kind,
  number: number.trim(),
  fromDay: orNull(fromDay),
  toDay: orNull(toDay),
});

export function TagForm({ animalId, tag, proposed, correction, onDone }: TagFormProps) {
  const client = useQueryClient();
  // One id for all attempts, so that a retry adds nothing twice.
  const [id] = useState(() => correction?.id ?? uuidv7());
  const [opened] = useState(() => baseOf(tag));
  const [add, change, remove] = [useAddAnimalTag(), useChangeAnimalTag(), useDeleteAnimalTag()];
  const form = useForm<TagValues, unknown, TagValues>({
    defaultValues: correction?.values ?? (proposed === undefined ? opened.values : proposedValues(proposed)),
    resolver: byRules<TagValues>((values) => {
      if (values.number.trim() === '') return { number: 'Enter the number' };
      const violation = validateAnimalTag(fieldsOf(animalId, values), latestToday(new Date()));
      return violation ? { [violation.field]: violation.message } : {};
    }),
  });
  const { merge, save: saveMerging } = useMergingSave<TagValues, typeof opened, TagValues>({
    opened,
    readStored: async () => {
      const stored = await client.fetchQuery({ ...tagsOfAnimalQuery(animalId), staleTime: 0 });
      const current = stored.find((each) => each.id === tag?.id);
      return current && baseOf(current);
    },
    mergeFields: () => mergeFields,
    form,
    theirs: correction?.theirs && baseOf(correction.theirs),
  });
  useReader(({ eid, text }) => form.setValue('number', eid ?? text, { shouldDirty: true }));

  const save = async (values: TagValues) => {
    const { animalId: _, ...fields } = fieldsOf(animalId, values);
    const saved = await saveMerging(({ version }) =>
      tag ? change.mutateAsync({ id: tag.id, version, ...fields }) : add.mutateAsync({ id, animalId, ...fields }),
    );
    onDone(saved, tag ? 'Changed' : 'Added', `${animalTagLabel(saved.kind)} ${saved.number}`);
  };
  const { control } = form;
  return (
    <DialogForm
      form={form}
      onSubmit={save}
      submitLabel={tag ? 'Save change' : 'Save'}
      busyLabel="Saving..."
      isBusy={remove.isPending}
      {...(!merge && { failure: 'Could not save this' })}
    >
      {correction && !merge && <RefusedBefore error={correction.error} form={form} />}
      {merge && <ChangedElsewhere what="This number" merge={merge} form={form} />}
      <FormFields className="flex flex-col gap-5">
        <SelectField control={control} name="kind" label="Kind" options={kinds} />
        <TextField control={control} name="number" label="Number" hint="Type it, or scan an EID with a reader" maxLength={60} />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <FormDayField control={control} name="fromDay" label="From" optional max={today()} />
          <FormDayField
            control={control}
            name="toDay"
            label="Until"
            hint="The day it was lost or replaced"
            optional
            max={today()}
          />
        </div>
        {tag && (
          <Button
            variant="ghost"
            className="self-start text-destructive"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(tag.id, {
                onSuccess: (reply) => onDone(reply, 'Deleted', `${animalTagLabel(tag.kind)} ${tag.number}`),
                onError: (error) => toastFailure(error, 'Could not delete this'),
              })
            }
          >
            <Trash2 aria-hidden />
            Delete this number
          </Button>
        )}
      </FormFields>
    </DialogForm>
  );
}
