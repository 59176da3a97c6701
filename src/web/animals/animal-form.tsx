import { useState } from 'react';
import { useForm, useFormState, type UseFormReturn } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { restored } from '#web/lib/drafts.ts';
import { type Draft, useDialogDraft, useDraft } from '#web/components/use-draft.ts';
import { useFormDraft } from '#web/components/use-form-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { eidText } from '#domain/eid.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ChangedElsewhere } from '#web/components/changed-elsewhere.tsx';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { NotSaved } from '#web/components/not-saved.tsx';
import { RefusedBefore } from '#web/components/refused-before.tsx';
import type { Correction } from '#web/lib/correction.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { type AnimalDraft, animalDraft, type NewEid } from './animal-draft.ts';
import { FamilySection, HealthSection, IdentitySection, NotesSection, SaleSection } from './animal-form-sections.tsx';
import {
  type AnimalFormValues,
  animalResolver,
  changesBetween,
  formField,
  newAnimalValues,
  valuesOf,
  inputOf,
} from './animal-form-values.ts';
import { PlanLimitAlert, usePlanUsage } from '#web/herd/plan-limit.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorMessage } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/components/form.tsx';
import { isStale } from '#web/components/merging-save.ts';
import { useMergingSave } from '#web/components/use-merging-save.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { animalMergeFields } from './merge-fields.tsx';
import { useAddAnimal, useAddAnimalTag, useChangeAnimal } from '#web/herd/animals.data.ts';
import { NoReasonGiven, useWithdrawalReason } from '#web/herd/use-withdrawal-reason.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/animals.queries.ts';

interface SaveFailure {
  readonly kind: 'other' | 'gone' | 'stale';
  readonly message: string;
  readonly error: unknown;
}

interface Base {
  readonly values: AnimalFormValues;
  readonly version?: number;
}

const baseOf = (animal: Animal): Base => ({ values: valuesOf(animal), version: animal.version });

interface SaveOptions {
  readonly animal: Animal | undefined;
  readonly id: string;
  /** Values that a new animal gets besides those of the form. */
  readonly eid: NewEid | undefined;
  readonly opened: AnimalFormValues;
  readonly form: UseFormReturn<AnimalFormValues, unknown, AnimalFormValues>;
  /** The animal as somebody else has since changed it, where that is known from the start. */
  readonly theirs: Animal | undefined;
}

function useSaveAnimal({ animal, id, eid, opened, form, theirs }: SaveOptions) {
  const client = useQueryClient();
  const addAnimal = useAddAnimal();
  const changeAnimal = useChangeAnimal();
  const addTag = useAddAnimalTag();
  const { askingForReason, dialog } = useWithdrawalReason();
  const [failure, setFailure] = useState<SaveFailure | null>(null);

  const readStored = async () => baseOf(await call('readAnimal', { params: { id } }));
  const knownAnimals = () => [animalsQuery, outsideParentsQuery].flatMap(({ queryKey }) => client.getQueryData(queryKey) ?? []);
  const { merge, save: saveMerging } = useMergingSave<AnimalFormValues, Base, AnimalFormValues>({
    opened: { values: opened, ...(animal && { version: animal.version }) },
    readStored,
    mergeFields: () => animalMergeFields(knownAnimals()),
    form,
    theirs: theirs && baseOf(theirs),
  });

  const send = async (values: AnimalFormValues, base: Base, reason?: string): Promise<object> => {
    if (base.version === undefined) {
      const added = await addAnimal.mutateAsync({ ...inputOf(values), id });
      if (eid) await addTag.mutateAsync({ ...eid, animalId: id, kind: 'eid' });
      return added;
    }
    const changes = changesBetween(base.values, values);
    if (Object.keys(changes).length === 0) return base;
    return changeAnimal.mutateAsync({ id, version: base.version, ...changes, reason });
  };

  const explain = (error: unknown) => {
    const message = errorMessage(error, animal ? 'Failed to update animal' : 'Failed to add animal');
    toastFailure(error, message);
    if (error instanceof ApiError) {
      showFieldErrors(error, form, formField);
      if (error.fields.length > 0) return;
    }
    const kind = isStale(error) ? 'stale' : error instanceof ApiError && error.code === 'animals.not_found' ? 'gone' : 'other';
    setFailure({ kind, message, error });
  };

  /** Resolves with the reply, or with undefined if the animal was not saved. */
  const save = async (values: AnimalFormValues): Promise<object | undefined> => {
    setFailure(null);
    try {
      return await saveMerging((base) =>
        animal ? askingForReason(animal, 'Save anyway', (reason) => send(values, base, reason)) : send(values, base),
      );
    } catch (error) {
      if (!(error instanceof NoReasonGiven)) explain(error);
      return undefined;
    }
  };

  return { save, failure, merge, dialog };
}

/** `id` is that of a new animal; `theirs` is the animal as somebody else has since changed it. */
export type AnimalCorrection = Correction<{
  readonly id: string;
  readonly values: AnimalFormValues;
  readonly theirs?: Animal | undefined;
}>;

/** Fields of a new animal that are already known: the tag that was searched for or the EID that was read. */
export interface ProposedAnimal {
  readonly tagNumber?: string;
  readonly eid?: string;
}

interface AnimalFormProps {
  readonly animal: Animal | undefined;
  readonly proposed?: ProposedAnimal | undefined;
  readonly correction?: AnimalCorrection | undefined;
  readonly onSaved: () => void;
  readonly onDiscarded: () => void;
}

function useAnimalForm({
  animal: current,
  proposed = {},
  correction,
}: Pick<AnimalFormProps, 'animal' | 'proposed' | 'correction'>) {
  const { data: user } = useCurrentUser();
  const { eid: readEid, ...known } = proposed;
  const named = { ...animalDraft(current), ...(correction && { form: correction.form }) };
  const draft = useDraft<AnimalDraft>(named.form);
  useDialogDraft(named);
  // A change saved elsewhere since the draft was typed is merged when it is saved.
  const [animal] = useState(() => (current ? (draft.stored?.animal ?? current) : undefined));
  const [id] = useState(() => animal?.id ?? draft.stored?.sentId ?? correction?.id ?? uuidv7());
  const [opened] = useState((): AnimalFormValues =>
    animal ? valuesOf(animal) : { ...newAnimalValues, species: user?.keeps === 'sheep' ? 'sheep' : 'goat' },
  );
  const [before] = useState(() => correction?.values ?? { ...opened, ...known });
  const [typed] = useState(() => restored(before, draft.stored?.values));
  const form = useForm<AnimalFormValues, unknown, AnimalFormValues>({ defaultValues: typed, resolver: animalResolver });
  const [sentId, setSentId] = useState(draft.stored?.sentId);
  const [eid, setEid] = useState(readEid === undefined ? draft.stored?.eid : { id: uuidv7(), number: readEid });
  useFormDraft(draft, form, (values) =>
    Object.keys(changesBetween(before, values)).length > 0 ? { animal, values, sentId, eid } : undefined,
  );
  return { draft, animal, id, opened, form, setSentId, eid, setEid };
}

export function AnimalForm({ animal: current, proposed, correction, onSaved, onDiscarded }: AnimalFormProps) {
  const { draft, animal, id, opened, form, setSentId, eid, setEid } = useAnimalForm({ animal: current, proposed, correction });
  const { save, failure, merge, dialog } = useSaveAnimal({ animal, id, eid, opened, form, theirs: correction?.theirs });
  const [isPhotoBusy, setPhotoBusy] = useState(false);
  const { isSubmitting } = useFormState({ control: form.control });

  const submit = async (values: AnimalFormValues) => {
    if (!animal) setSentId(id);
    const saved = await save(values);
    if (!saved) return;
    draft.end();
    toastSaved(saved, { title: animal ? 'Animal updated successfully' : 'Animal added successfully' });
    onSaved();
  };

  const isKept = !animal?.isReference;
  return (
    <>
      <DialogForm
        form={form}
        onSubmit={submit}
        submitLabel={animal ? 'Save Changes' : 'Add Animal'}
        busyLabel={busyLabelOf({ isNew: !animal, isSubmitting })}
        isUploading={isPhotoBusy}
        notice={failure && !merge && <SaveFailureNotice failure={failure} />}
        isLong
      >
        {merge ? (
          <ChangedElsewhere what="This animal" merge={merge} form={form} />
        ) : (
          <TypedBefore correction={correction} draft={draft} form={form} onDiscarded={onDiscarded} />
        )}
        {!animal && !failure && <FullPlanNotice />}
        {eid !== undefined && <EidLine eid={eid.number} onRemove={() => setEid(undefined)} />}
        <IdentitySection animalId={id} hasStatus={isKept && animal !== undefined} onPhotoBusy={setPhotoBusy} />
        <FamilySection animalId={id} />
        {isKept && <HealthSection />}
        {isKept && <SaleSection />}
        <NotesSection />
      </DialogForm>
      {dialog}
    </>
  );
}

interface TypedBeforeProps extends Pick<AnimalFormProps, 'correction' | 'onDiscarded'> {
  readonly draft: Draft<AnimalDraft>;
  readonly form: UseFormReturn<AnimalFormValues, unknown, AnimalFormValues>;
}

const TypedBefore = ({ correction, draft, form, onDiscarded }: TypedBeforeProps) => (
  <>
    {correction && <RefusedBefore error={correction.error} form={form} fieldOf={formField} />}
    {draft.stored && (
      <DraftNotice
        onDiscard={() => {
          draft.end();
          onDiscarded();
        }}
      />
    )}
  </>
);

const EidLine = ({ eid, onRemove }: { eid: string; onRemove: () => void }) => (
  <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 rounded-xl border bg-card py-1 pe-1 ps-4">
    <p>
      <span className="text-sm font-medium text-muted-foreground">EID</span> {eidText(eid)}
    </p>
    <Button variant="ghost" onClick={onRemove}>
      Remove
    </Button>
  </div>
);

function busyLabelOf({ isNew, isSubmitting }: { isNew: boolean; isSubmitting: boolean }): string {
  if (!isSubmitting) return 'Sending photo...';
  return isNew ? 'Adding...' : 'Saving...';
}

function FullPlanNotice() {
  const usage = usePlanUsage();
  return usage?.level === 'full' ? <PlanLimitAlert usage={usage} /> : null;
}

const failures: Readonly<Record<Exclude<SaveFailure['kind'], 'other'>, { title: string; text: string }>> = {
  stale: {
    title: 'This animal has been changed elsewhere',
    text: 'What you typed is still here. The change could not be loaded: save again in a moment to see it.',
  },
  gone: {
    title: 'This animal was deleted elsewhere',
    text: 'What you typed is still here to read, but it can no longer be saved.',
  },
};

function SaveFailureNotice({ failure: { kind, message, error } }: { failure: SaveFailure }) {
  if (kind === 'other') {
    return (
      <div className="shrink-0 px-5 pb-4">
        <NotSaved error={error} fallback={message} />
      </div>
    );
  }
  const { title, text } = failures[kind];
  return (
    <Alert role="alert" variant="destructive" title={title} className="mx-5 mb-4 shrink-0">
      {text}
    </Alert>
  );
}
