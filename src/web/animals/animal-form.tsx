import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { keepDraft, restored } from '#web/lib/drafts.ts';
import { useDialogDraft, useDraft } from '#web/components/use-draft.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChangedElsewhere } from '#web/components/changed-elsewhere.tsx';
import { DialogBody, DialogCancel, DialogFooter, dialogColumn, useDialogBusy } from '#web/components/dialog.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { NotSaved } from '#web/components/not-saved.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { type AnimalDraft, animalDraft } from './animal-draft.ts';
import { FamilySection, HealthSection, IdentitySection, NotesSection, SaleSection } from './animal-form-sections.tsx';
import { type AnimalFormValues, animalResolver, changesBetween, newAnimalValues, valuesOf } from './animal-form-values.ts';
import { PlanLimitAlert, UpgradeButton, usePlanUsage } from '#web/herd/plan-limit.tsx';
import { type Refusal, showValues, useSaveAnimal } from './use-save-animal.ts';

interface AnimalFormProps {
  /** The animal to change; none: a new one is added. */
  readonly animal: Animal | undefined;
  readonly onSaved: () => void;
  /** What was typed before is not wanted: the form is to begin afresh. */
  readonly onDiscarded: () => void;
}

export function AnimalForm({ animal: current, onSaved, onDiscarded }: AnimalFormProps) {
  const draft = useDraft<AnimalDraft>(animalDraft(current).form);
  useDialogDraft(animalDraft(current));
  // What somebody else has saved since it was typed is met when it is saved.
  const [animal] = useState(() => (current ? (draft.kept?.animal ?? current) : undefined));
  const [id] = useState(() => animal?.id ?? draft.kept?.sentId ?? uuidv7());
  const [opened] = useState(() => (animal ? valuesOf(animal) : newAnimalValues));
  const [typed] = useState(() => restored(opened, draft.kept?.values));
  const form = useForm<AnimalFormValues>({ defaultValues: typed, resolver: animalResolver });
  const { save, refusal, merge } = useSaveAnimal({ animal, id, opened, form });
  const [isPhotoBusy, setPhotoBusy] = useState(false);
  const { isSubmitting } = form.formState;
  useDialogBusy(isSubmitting);

  const [sentId, setSentId] = useState(draft.kept?.sentId);
  const keep = (values: AnimalFormValues, sent = sentId) => {
    const isChanged = Object.keys(changesBetween(opened, values)).length > 0;
    keepDraft(draft.owner, draft.form, isChanged ? { animal, values, sentId: sent } : undefined);
  };
  const keepTyped = useEffectEvent((values: AnimalFormValues) => keep(values));
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }), [form]);

  const submit = form.handleSubmit(async (values) => {
    if (!animal) setSentId(id);
    keep(form.getValues(), animal ? undefined : id);
    if (!(await save(values))) return;
    draft.end();
    toast({ title: animal ? 'Animal updated successfully' : 'Animal added successfully' });
    onSaved();
  });

  const isKept = !animal?.isReference;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className={dialogColumn}>
        <DialogBody>
          {merge && <MergeNotice merge={merge} />}
          {draft.kept && !merge && (
            <DraftNotice
              onDiscard={() => {
                draft.end();
                onDiscarded();
              }}
            />
          )}
          {!animal && !refusal && <FullPlanNotice />}
          <IdentitySection animalId={id} hasStatus={isKept && animal !== undefined} onPhotoBusy={setPhotoBusy} />
          <FamilySection animalId={id} />
          {isKept && <HealthSection />}
          {isKept && <SaleSection />}
          <NotesSection />
        </DialogBody>
        {refusal && !merge && <RefusalNotice refusal={refusal} />}
        <DialogFooter className="flex-row [&>*]:flex-1 sm:[&>*]:flex-none">
          <DialogCancel />
          <Button type="submit" busy={isSubmitting || isPhotoBusy}>
            {labelOf({ isNew: !animal, isSubmitting, isPhotoBusy })}
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}

function labelOf({ isNew, isSubmitting, isPhotoBusy }: { isNew: boolean; isSubmitting: boolean; isPhotoBusy: boolean }): string {
  if (isSubmitting) return isNew ? 'Adding...' : 'Saving...';
  if (isPhotoBusy) return 'Sending photo...';
  return isNew ? 'Add Animal' : 'Save Changes';
}

/** Before anything is typed rather than after: a full plan takes no further active animal. */
function FullPlanNotice() {
  const usage = usePlanUsage();
  return usage?.level === 'full' ? <PlanLimitAlert usage={usage} /> : null;
}

const refusals: Readonly<Record<Exclude<Refusal['kind'], 'unreachable'>, { title: string; text?: string; action?: ReactNode }>> =
  {
    full: { title: 'Not saved', action: <UpgradeButton /> },
    stale: {
      title: 'This animal was changed elsewhere meanwhile',
      text: 'What you typed is still here. What was changed could not be read just now: save again in a moment to see it.',
    },
    gone: {
      title: 'This animal was deleted elsewhere',
      text: 'What you typed is still here to be read, and cannot be saved any more.',
    },
  };

function MergeNotice({ merge }: { merge: NonNullable<ReturnType<typeof useSaveAnimal>['merge']> }) {
  const form = useFormContext<AnimalFormValues>();
  // Every field has a default.
  const values = useWatch<AnimalFormValues>() as AnimalFormValues;
  return <ChangedElsewhere what="This animal" merge={merge} values={values} onChange={(next) => showValues(form, next)} />;
}

function RefusalNotice({ refusal: { kind, message, error } }: { refusal: Refusal }) {
  if (kind === 'unreachable') {
    return (
      <div className="shrink-0 px-5 pb-4">
        <NotSaved error={error} fallback={message} />
      </div>
    );
  }
  const { title, text, action } = refusals[kind];
  return (
    <Alert role="alert" variant="destructive" title={title} action={action} className="mx-5 mb-4 shrink-0">
      {text ?? message}
    </Alert>
  );
}
