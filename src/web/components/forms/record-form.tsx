import { type ComponentProps, useRef, useState, useEffect, useEffectEvent } from 'react';
import { type FieldValues, type Path, type Resolver, useForm, type UseFormReturn } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { isCreateConflict, type ApiError } from '#web/lib/server/api.ts';
import type { Correction } from '#web/lib/forms/correction.ts';
import { restored } from '#web/lib/forms/drafts.ts';
import { type Merge, mergeThreeWays, sameContent } from '#web/lib/forms/three-way.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { ChangedElsewhere, type ShownMergeField } from './changed-elsewhere.tsx';
import { DialogForm } from './dialog-form.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { restartForm, showValues, showFieldErrors } from './form.tsx';
import { saveMerging } from './merging-save.ts';
import { useFormDraft } from './use-form-draft.ts';
import { type DialogDraft, useDialogDraft, useDraft } from './use-draft.ts';
import { Alert } from '#web/ui/alert.tsx';

interface StoredRecord {
  readonly id: string;
  readonly version: number | string;
}

/** `id` is that of a new record; `theirs` is the record as somebody else has since changed it. */
export type RecordCorrection<R, V> = Correction<{
  readonly id: string;
  readonly values: V;
  readonly theirs?: R | undefined;
}>;

/** What was typed, and the record as it was when the form was opened. */
export interface RecordDraft<R, V> {
  /** Of a record that has been sent, which may have arrived. A draft that was never sent gets an id in each window. */
  readonly id?: string;
  readonly record?: R | undefined;
  readonly values: V;
}

interface Sent<R extends StoredRecord, V> {
  readonly id: string;
  readonly version: R['version'] | undefined;
  /** The stored record on which the change is based. */
  readonly record: R | undefined;
  /** Of the stored record. */
  readonly values: V;
  /** As typed. */
  readonly entered: V;
}

interface RecordFormOptions<R extends StoredRecord, V extends FieldValues, Out, Saved, Answer> {
  /** 'This place', which has been changed elsewhere. */
  readonly what?: string;
  /** Said when saving fails and the server gives no reason. */
  readonly failure: string;
  /** Whether a toast says too that saving failed. */
  readonly isFailureToasted?: boolean;
  /** The record to change; undefined for a new one. */
  readonly stored?: R | undefined;
  /** The record as it is now. Without it a change of a record that was changed elsewhere fails. */
  readonly readStored?: (id: string) => Promise<R | undefined>;
  readonly mergeFields?: readonly ShownMergeField<V>[];
  readonly valuesOf: (record: R | undefined) => V;
  /** What a new record begins with, where that is more than `valuesOf(undefined)`. */
  readonly proposed?: V | undefined;
  readonly resolver?: Resolver<V, unknown, Out>;
  readonly fieldOf?: (path: string) => Path<V> | undefined;
  readonly correction?: RecordCorrection<R, V> | undefined;
  readonly draft: {
    /** The name under which the browser keeps what is typed. */
    readonly form: string;
    /** Of the toast that leads back to a dialog. */
    readonly title?: string;
    /** Only this window keeps it. */
    readonly isOfWindow?: boolean;
  };
  readonly continues?: (draft: RecordDraft<R, V>) => boolean;
  readonly newId?: () => string;
  /**
   * Adds the record with the `id`, which is the same for all attempts, or changes the one of this `version`. Resolves with
   * undefined if the person decides against it.
   */
  readonly send: (input: Out, base: Sent<R, V>, answer?: Answer) => Promise<Saved | undefined>;
  /**
   * Calls `save`, and asks the person before or after it. The answer holds for the whole submission, also where the change is sent
   * again on top of somebody else's. Resolves with undefined if the person decides against it.
   */
  readonly ask?: (save: (answer?: Answer) => Promise<Saved | undefined>, input: Out, before: V) => Promise<Saved | undefined>;
  readonly onSaved: (saved: Saved) => unknown;
}

/** The form of a record: new, changed, typed before, changed elsewhere in the meantime, or corrected after a refusal. */
export function useRecordForm<R extends StoredRecord, V extends FieldValues, Out, Saved, Answer = undefined>({
  what,
  failure,
  isFailureToasted = false,
  stored,
  readStored,
  mergeFields = [],
  valuesOf,
  proposed,
  resolver,
  fieldOf,
  correction,
  draft: named,
  continues,
  newId = uuidv7,
  send,
  ask = (save) => save(),
  onSaved,
}: RecordFormOptions<R, V, Out, Saved, Answer>) {
  const baseOf = (record: R | undefined) => ({ record, values: valuesOf(record) });
  type Base = ReturnType<typeof baseOf>;
  const mergeOf = (base: Base, mine: V, theirs: Base) =>
    mergeThreeWays(mergeFields, { base: base.values, mine, theirs: theirs.values });
  const begin = (record: R | undefined, mine: V) => {
    const theirs = correction?.theirs && baseOf(correction.theirs);
    const merge: Merge<V, ShownMergeField<V>> | null = theirs ? mergeOf(baseOf(record), mine, theirs) : null;
    return { base: theirs ?? baseOf(record), merge, values: merge?.values ?? mine };
  };
  const draftForm = { ...named, ...(correction && { form: correction.form }) };
  // A draft of another shape cannot be continued.
  const fits = (kept: RecordDraft<R, V>) =>
    typeof kept.values === 'object' && (!stored || kept.record !== undefined) && (continues?.(kept) ?? true);
  const draft = useDraft<RecordDraft<R, V>>(draftForm.form, fits, draftForm.isOfWindow);
  const [id, setId] = useState(() => stored?.id ?? draft.stored?.id ?? correction?.id ?? newId());
  const [isSent, setSent] = useState(draft.stored?.id !== undefined);
  // A change saved elsewhere since the draft was typed is merged when it is saved.
  const [opened, setOpened] = useState(() => stored && (draft.stored?.record ?? stored));
  const [first, setFirst] = useState(() => correction?.values ?? proposed ?? valuesOf(opened));
  const [begun] = useState(() => begin(opened, restored(first, draft.stored?.values)));
  const [base, setBase] = useState(begun.base);
  const [merge, setMerge] = useState(begun.merge);
  const [failed, setFailed] = useState<unknown>();
  const form = useForm<V, unknown, Out>({ defaultValues: begun.values as never, ...(resolver && { resolver }) });
  const isTyped = (values: V) => Object.keys(first).some((name) => !sameContent(values[name], first[name]));
  const isSaved = useRef(false); // What a saved form still proposes makes no draft.
  const toDraft = (values: V, sent: boolean) =>
    isTyped(values) && !isSaved.current ? { ...(sent && { id }), record: opened, values } : undefined;
  const storeDraft = useFormDraft(draft, form, (values) => toDraft(values, isSent));

  /** Shows the record as it is stored, or these values of the next new one. */
  const restart = (record = stored, values = correction?.values ?? proposed ?? valuesOf(record)) => {
    const again = begin(record, values);
    isSaved.current = false;
    draft.end();
    setId(record?.id ?? correction?.id ?? newId());
    setSent(false);
    setOpened(record);
    setFirst(values);
    setBase(again.base);
    setMerge(again.merge);
    setFailed(undefined);
    restartForm(form, again.values);
  };

  const submit = async (input: Out): Promise<void> => {
    setMerge(null);
    setFailed(undefined);
    setSent(true);
    storeDraft(toDraft(form.getValues(), true));
    const save = (answer?: Answer) =>
      saveMerging(base, {
        send: ({ record, values }: Base) =>
          send(input, { id, version: record?.version, record, values, entered: form.getValues() }, answer),
        // Without their version there is nothing to merge, so the save fails and can be tried again.
        readStored: async () => {
          const record = await readStored?.(id).catch(() => undefined);
          return record && baseOf(record);
        },
        merge: (was, theirs) => {
          setBase(theirs);
          setFirst(theirs.values);
          return mergeOf(was, form.getValues(), theirs);
        },
        onMerged: (merged) => {
          showValues(form, merged.values);
          setMerge(merged);
        },
      });
    try {
      const saved = await ask(save, input, base.values);
      if (saved === undefined) {
        setMerge(merge);
        setSent(isSent);
        return;
      }
      isSaved.current = true;
      draft.end();
      await onSaved(saved);
    } catch (error) {
      // An earlier attempt was saved after all, so another one adds a second record.
      if (isCreateConflict(error)) {
        setId(newId());
        setSent(false);
      }
      setFailed(error);
      if (isFailureToasted) toastFailure(error, failure);
      throw error;
    }
  };

  return {
    id,
    form,
    submit,
    restart,
    end: draft.end,
    isTyped,
    failed: merge ? undefined : failed,
    what,
    failure,
    fieldOf,
    merge,
    refused: correction?.error,
    draft: draftForm,
    /** What was typed before. */
    kept: draft.stored?.values,
    discard: draft.stored && (() => restart()),
  };
}

type RecordFormState<V extends FieldValues, Out> = Omit<
  ReturnType<typeof useRecordForm<StoredRecord, V, Out, unknown>>,
  'id' | 'restart' | 'isTyped' | 'kept'
>;

interface RecordFormProps<V extends FieldValues, Out> extends Omit<
  ComponentProps<typeof DialogForm<V, Out>>,
  'form' | 'onSubmit' | 'fieldOf' | 'failure' | 'what' | 'busyLabel'
> {
  readonly record: RecordFormState<V, Out>;
  readonly busyLabel?: string;
}

/** In a dialog, below what has to be known about the record. */
export function RecordForm<V extends FieldValues, Out>({ record, children, ...props }: RecordFormProps<V, Out>) {
  const { form, submit, merge, what, failure, fieldOf, draft } = record;
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      {...(fieldOf && { fieldOf })}
      busyLabel="Saving..."
      failure={merge ? undefined : failure}
      what={what}
      {...props}
    >
      {draft.title !== undefined && <KeptDraft form={draft.form} title={draft.title} />}
      <RecordNotices record={record} />
      {children}
    </DialogForm>
  );
}

function KeptDraft(draft: DialogDraft) {
  useDialogDraft(draft);
  return null;
}

/** What else has been changed, why the server refused the record, and that it was typed before. */
export function RecordNotices<V extends FieldValues, Out>({ record }: { readonly record: RecordFormState<V, Out> }) {
  const { form, merge, what, fieldOf, refused, discard } = record;
  if (merge && what !== undefined) return <ChangedElsewhere what={what} merge={merge} form={form} />;
  return (
    <>
      {refused && <RefusedBefore error={refused} form={form} {...(fieldOf && { fieldOf })} />}
      {discard && <DraftNotice onDiscard={discard} />}
    </>
  );
}

interface RefusedBeforeProps<V extends FieldValues, Out> {
  readonly error: ApiError;
  readonly form: UseFormReturn<V, unknown, Out>;
  readonly fieldOf?: (path: string) => Path<V> | undefined;
}

/** Shown above a form that corrects a refused entry: the server's sentence, with its messages at the fields. */
function RefusedBefore<V extends FieldValues, Out>({ error, form, fieldOf }: RefusedBeforeProps<V, Out>) {
  const mark = useEffectEvent(() => showFieldErrors(error, form, fieldOf));
  useEffect(() => mark(), []);
  return (
    <Alert variant="destructive" title={error.userMessage ?? 'This could not be saved'} className="mb-5">
      What you typed is below. Correct it and save again.
    </Alert>
  );
}
