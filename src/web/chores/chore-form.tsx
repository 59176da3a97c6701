import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { Chore } from '#contract/chores.ts';
import { isCalendarDate } from '#domain/values/dates.ts';
import { maxNameLength } from '#domain/values/farm-lists.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { SelectField } from '#web/components/forms/form-select-field.tsx';
import { byRules, FormFields, LongTextField, TextField } from '#web/components/forms/form.tsx';
import { RecordForm, useRecordForm } from '#web/components/forms/record-form.tsx';
import { EntryField } from '#web/farm-lists/entry-combobox.tsx';
import { useEntryNames } from '#web/farm-lists/lists.data.ts';
import { PersonField } from '#web/herd/person-field.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { useCall } from '#web/lib/server/use-call.ts';
import { choresQuery } from './chores.data.ts';
import { pickFields } from '#domain/records/fields.ts';
import { repeatNames, repeats } from '#domain/records/chores.ts';
import { choreFields } from '#domain/records/chore.ts';
import { mergeFieldsOf } from '#web/components/forms/described-merge.tsx';
import { formInputOf, formValuesOf, type FormValuesOf, notStated } from '#web/lib/forms/record-form.ts';

interface ChoreFormProps extends Pick<OpenProps, 'onClose'> {
  /** The task to change; undefined for a new one. */
  readonly chore?: Chore | undefined;
  /** The animals of a new task. */
  readonly animalIds?: readonly string[];
  /** What they are called. */
  readonly about?: string;
  /** The drafts of the page that shows the form. The id of the task is appended. */
  readonly drafts: string;
}

export function ChoreForm({ chore, animalIds = [], drafts, onClose }: ChoreFormProps) {
  const client = useQueryClient();
  const done = (reply: unknown, title: string, description: string) => {
    onClose();
    toastSaved(reply, { title, description });
  };
  const [add, change] = [useCall('addChore'), useCall('changeChore')];
  const remove = useCall('deleteChore', {
    onSuccess: (reply) => done(reply, 'Deleted', chore?.name ?? ''),
    onError: (error) => toastFailure(error, 'Could not delete this'),
  });
  const record = useRecordForm<Chore, ChoreValues, ChoreValues, Chore>({
    what: 'This task',
    failure: 'Could not save this',
    stored: chore,
    readStored: async (id) => (await client.fetchQuery({ ...choresQuery, staleTime: 0 })).find((each) => each.id === id),
    valuesOf: (stored) => formValuesOf(fields, stored ?? { day: today() }),
    resolver: byRules<ChoreValues>(({ name, day }) => ({
      ...(name.trim() === '' && { name: 'Say what needs doing' }),
      ...(!isCalendarDate(day) && { day: 'Choose a day' }),
    })),
    mergeFields: mergeFieldsOf(fields, { open: once, nameOf: useEntryNames() }),
    draft: { form: drafts + (chore?.id ?? ''), title: chore ? 'Changes not saved' : 'Task not added' },
    send: (values, { id, version }) =>
      chore
        ? change.mutateAsync({ params: { id }, body: { version, ...formInputOf(fields, values) } })
        : add.mutateAsync({ body: { id, animalIds: [...animalIds], ...formInputOf(fields, values) } }),
    onSaved: (saved) => done(saved, chore ? 'Changed' : 'Added', saved.name),
  });
  const { control } = record.form;
  return (
    <RecordForm record={record} submitLabel={chore ? 'Save change' : 'Add task'} isBusy={remove.isPending}>
      <FormFields className="flex flex-col gap-5">
        <TextField control={control} name="name" label="What needs doing" maxLength={maxNameLength} />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <FormDayField control={control} name="day" label="Day" />
          <SelectField control={control} name="repeat" label="How often" options={repeatOptions} />
          <EntryField control={control} name="placeId" kind="place" label="Place" optional />
          <EntryField control={control} name="groupId" kind="group" label="Group" optional withRules />
        </div>
        <PersonField control={control} name="responsible" label="Responsible" optional />
        <LongTextField control={control} name="note" label="Note" />
        {chore && (
          <Button
            variant="ghost"
            className="self-start text-destructive"
            busy={remove.isPending}
            onClick={() => remove.mutate({ params: { id: chore.id } })}
          >
            <Trash2 aria-hidden />
            Delete this task
          </Button>
        )}
      </FormFields>
    </RecordForm>
  );
}

const fields = pickFields(choreFields, ['name', 'day', 'repeat', 'placeId', 'groupId', 'note', 'responsible']);
type ChoreValues = FormValuesOf<typeof fields>;

const once = 'Once';
const repeatOptions = [
  { value: notStated, label: once },
  ...repeatNames.map((value) => ({ value, label: repeats[value].label })),
];
