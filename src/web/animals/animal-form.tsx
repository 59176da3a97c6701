import { useState } from 'react';
import { useForm, useFormState, type UseFormReturn } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { newAnimalId } from '#web/lib/new-animal-id.ts';
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
import { type AnimalDraft, animalDraft } from './animal-draft.ts';
import { FamilySection, HealthSection, IdentitySection, NotesSection, SaleSection } from './animal-form-sections.tsx';
import {
  type AnimalFormValues,
  animalResolver,
  changesBetween,
  formField,
  newAnimalValues,
  valuesOf,
} from './animal-form-values.ts';
import { PlanLimitAlert, usePlanUsage } from '#web/herd/plan-limit.tsx';
import { type SaveFailure, useSaveAnimal } from './use-save-animal.ts';

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
  const [id] = useState(() => animal?.id ?? draft.stored?.sentId ?? correction?.id ?? newAnimalId());
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
  return usage?.level === 'full' ? <PlanLimitAlert usage={usage} className="mb-5" /> : null;
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
