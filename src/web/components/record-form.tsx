import { type ComponentProps, useState } from 'react';
import { type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Correction } from '#web/lib/correction.ts';
import { ChangedElsewhere, type ShownMergeField } from './changed-elsewhere.tsx';
import { DialogForm } from './dialog-form.tsx';
import { RefusedBefore } from './refused-before.tsx';
import { useMergingSave } from './use-merging-save.ts';

interface StoredRecord {
  readonly id: string;
  readonly version: number;
}

/** `id` is that of a new record; `theirs` is the record as somebody else has since changed it. */
export type RecordCorrection<R, V> = Correction<{
  readonly id: string;
  readonly values: V;
  readonly theirs?: R | undefined;
}>;

interface Sent<V> {
  readonly id: string;
  readonly version: number | undefined;
  /** Of the stored record. */
  readonly values: V;
  /** As typed. */
  readonly entered: V;
}

interface RecordFormOptions<R extends StoredRecord, V extends FieldValues, Out, Saved> {
  /** 'This place', which has been changed elsewhere. */
  readonly what: string;
  /** The title shown when saving fails and the server gives no reason. */
  readonly failure: string;
  /** The record to change; undefined for a new one. */
  readonly stored: R | undefined;
  /** The record as it is now. */
  readonly readStored: (id: string) => Promise<R | undefined>;
  readonly valuesOf: (record: R | undefined) => V;
  /** What a new record begins with, where that is more than `valuesOf(undefined)`. */
  readonly proposed?: V | undefined;
  readonly resolver: Resolver<V, unknown, Out>;
  readonly mergeFields: readonly ShownMergeField<V>[];
  readonly fieldOf?: (path: string) => Path<V> | undefined;
  readonly correction?: RecordCorrection<R, V> | undefined;
  /** Adds the record with the `id`, which is the same for all attempts, or changes the one of this `version`. */
  readonly send: (input: Out, base: Sent<V>) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
}

/** The form of a record: new, changed, changed elsewhere in the meantime, or corrected after a refusal. */
export function useRecordForm<R extends StoredRecord, V extends FieldValues, Out, Saved>({
  what,
  failure,
  stored,
  readStored,
  valuesOf,
  proposed,
  resolver,
  mergeFields,
  fieldOf,
  correction,
  send,
  onSaved,
}: RecordFormOptions<R, V, Out, Saved>) {
  const baseOf = (record: R | undefined) => ({ version: record?.version, values: valuesOf(record) });
  const [id] = useState(() => stored?.id ?? correction?.id ?? uuidv7());
  const [opened] = useState(() => baseOf(stored));
  const form = useForm<V, unknown, Out>({
    defaultValues: (correction?.values ?? proposed ?? opened.values) as never,
    resolver,
  });
  const merging = useMergingSave<V, typeof opened, Out>({
    opened,
    readStored: async () => {
      const current = stored && (await readStored(stored.id));
      return current && baseOf(current);
    },
    mergeFields: () => mergeFields,
    form,
    theirs: correction?.theirs && baseOf(correction.theirs),
  });
  const submit = async (input: Out) =>
    onSaved(await merging.save((base) => send(input, { id, entered: form.getValues(), ...base })));
  return { form, submit, merge: merging.merge, what, failure, fieldOf, error: correction?.error };
}

type RecordFormState<V extends FieldValues, Out> = Omit<
  ReturnType<typeof useRecordForm<StoredRecord, V, Out, unknown>>,
  'submit'
> & { readonly submit: (input: Out) => Promise<void> };

interface RecordFormProps<V extends FieldValues, Out> extends Omit<
  ComponentProps<typeof DialogForm<V, Out>>,
  'form' | 'onSubmit' | 'fieldOf' | 'failure' | 'busyLabel'
> {
  readonly record: RecordFormState<V, Out>;
}

/** In a dialog. Above the fields it says what else has been changed, or why the server refused the record. */
export function RecordForm<V extends FieldValues, Out>({ record, children, ...props }: RecordFormProps<V, Out>) {
  const { form, submit, merge, what, failure, fieldOf, error } = record;
  const mapped = fieldOf && { fieldOf };
  return (
    <DialogForm form={form} onSubmit={submit} {...mapped} busyLabel="Saving..." failure={merge ? undefined : failure} {...props}>
      {error && !merge && <RefusedBefore error={error} form={form} {...mapped} />}
      {merge && <ChangedElsewhere what={what} merge={merge} form={form} />}
      {children}
    </DialogForm>
  );
}
