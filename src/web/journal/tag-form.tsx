import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { AnimalTag } from '#contract/animal-tags.ts';
import { latestToday } from '#domain/values/dates.ts';
import { animalTagKinds, animalTagLabel, validateAnimalTag } from '#domain/records/animal-tags.ts';
import { parseEid } from '#domain/records/eid.ts';
import { doubtOfOfficial } from '#domain/animals/official-numbers.ts';
import { mergeFieldsOf } from '#web/components/forms/described-merge.tsx';
import { formInputOf } from '#web/lib/forms/record-form.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { SelectField } from '#web/components/forms/form-select-field.tsx';
import { byRules, FormFields, TextField } from '#web/components/forms/form.tsx';
import { RecordForm, type RecordCorrection, useRecordForm } from '#web/components/forms/record-form.tsx';
import { numberForm, tagForm } from '#web/herd/requested-forms.ts';
import { useReader } from '#web/lib/device/use-reader.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import type { Animal } from '#contract/animals.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { tagsOfAnimalQuery } from '#web/herd/animal/use-numbers.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { tagFields, type TagValues, valuesOf } from './tag-values.ts';

interface TagFormProps extends Pick<OpenProps, 'onClose'> {
  readonly animal: Animal;
  /** The number to change. */
  readonly tag: AnimalTag | undefined;
  /** The value of a new number, as read by a reader. */
  readonly proposed?: string | undefined;
  readonly correction?: TagCorrection | undefined;
  readonly onSaved?: () => void;
}

export type TagCorrection = RecordCorrection<AnimalTag, TagValues>;

const kinds = animalTagKinds.map((value) => ({ value, label: animalTagLabel(value) }));

const proposedValues = (number: string) => valuesOf({ kind: parseEid(number) === null ? 'other' : 'eid', number });

export function TagForm({ animal: { id: animalId }, tag, proposed, correction, onSaved, onClose }: TagFormProps) {
  const client = useQueryClient();
  const done = (reply: unknown, title: string, { kind: of, number: text }: Pick<AnimalTag, 'kind' | 'number'>) => {
    onClose();
    onSaved?.();
    toastSaved(reply, { title, description: `${animalTagLabel(of)} ${text}` });
  };
  const [add, change] = [useCall('addAnimalTag'), useCall('changeAnimalTag')];
  const remove = useCall('deleteAnimalTag', {
    onSuccess: (reply) => tag && done(reply, 'Deleted', tag),
    onError: (error) => toastFailure(error, 'Could not delete this'),
  });
  const record = useRecordForm<AnimalTag, TagValues, TagValues, AnimalTag>({
    what: 'This number',
    failure: 'Could not save this',
    stored: tag,
    readStored: async (id) =>
      (await client.fetchQuery({ ...tagsOfAnimalQuery(animalId), staleTime: 0 })).find((each) => each.id === id),
    valuesOf: (stored) => valuesOf(stored ?? {}),
    proposed: proposed === undefined ? undefined : proposedValues(proposed),
    resolver: byRules<TagValues>((values) => {
      if (values.number.trim() === '') return { number: 'Enter the number' };
      const violation = validateAnimalTag(formInputOf(tagFields, values), latestToday(new Date()));
      return violation ? { [violation.field]: violation.message } : {};
    }),
    mergeFields: mergeFieldsOf(tagFields),
    correction,
    draft: tag
      ? { form: tagForm(animalId) + tag.id, title: 'Changes not saved' }
      : { form: numberForm(animalId) + (proposed ?? ''), title: 'Number not added' },
    send: (values, { id, version }) => {
      const fields = formInputOf(tagFields, values);
      return tag
        ? change.mutateAsync({ params: { id }, body: { version, ...fields } })
        : add.mutateAsync({ body: { id, animalId, ...fields } });
    },
    onSaved: (saved) => done(saved, tag ? 'Changed' : 'Added', saved),
  });
  const { control, setValue } = record.form;
  const [kind, number] = useWatch({ control, name: ['kind', 'number'] });
  const doubt = kind === 'official' ? doubtOfOfficial(number) : undefined;
  useReader(({ eid, text }) => setValue('number', eid ?? text, { shouldDirty: true }));
  return (
    <RecordForm record={record} submitLabel={tag ? 'Save change' : 'Save'} isBusy={remove.isPending}>
      <FormFields className="flex flex-col gap-5">
        <SelectField control={control} name="kind" label="Kind" options={kinds} />
        <TextField
          control={control}
          name="number"
          label="Number"
          hint={doubt ?? 'Type it, or scan an EID with a reader'}
          maxLength={60}
        />
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
            onClick={() => remove.mutate({ params: { id: tag.id } })}
          >
            <Trash2 aria-hidden />
            Delete this number
          </Button>
        )}
      </FormFields>
    </RecordForm>
  );
}
