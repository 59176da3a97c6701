import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChangedElsewhere } from '#web/ui/changed-elsewhere.tsx';
import { DialogBody, DialogClose, DialogFooter, dialogColumn } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/use-toast.ts';
import { FamilySection, HealthSection, IdentitySection, NotesSection, SaleSection } from './animal-form-sections.tsx';
import { type AnimalFormValues, animalResolver, changesBetween, newAnimalValues, valuesOf } from './animal-form-values.ts';
import { PlanLimitAlert, UpgradeButton, usePlanUsage } from './plan-limit.tsx';
import { type AnimalMerge, type Refusal, showValues, useSaveAnimal } from './use-save-animal.ts';

/** What was typed before a form was left, and the id it was to be added under: what was sent already is not added twice. */
export interface Draft {
  readonly id: string;
  readonly values: AnimalFormValues;
}

interface AnimalFormProps {
  /** The animal to change; none: a new one is added. */
  readonly animal: Animal | undefined;
  readonly draft: Draft | undefined;
  readonly onSaved: () => void;
  /** Hears what was typed when the form goes away unsaved. */
  readonly onLeft: (draft: Draft) => void;
}

export function AnimalForm({ animal, draft, onSaved, onLeft }: AnimalFormProps) {
  const [id] = useState(() => animal?.id ?? draft?.id ?? uuidv7());
  const [opened] = useState(() => (animal ? valuesOf(animal) : newAnimalValues));
  const form = useForm<AnimalFormValues>({ defaultValues: draft?.values ?? opened, resolver: animalResolver });
  const { save, refusal, merge } = useSaveAnimal({ animal, id, opened, form });
  const [isPhotoBusy, setPhotoBusy] = useState(false);
  const { isSubmitting } = form.formState;

  const isSaved = useRef(false);
  useEffect(
    () => () => {
      const values = form.getValues();
      if (!isSaved.current && Object.keys(changesBetween(opened, values)).length > 0) onLeft({ id, values });
    },
    // Once, when it goes away.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [],
  );

  const submit = form.handleSubmit(async (values) => {
    if (!(await save(values))) return;
    isSaved.current = true;
    toast({ title: animal ? 'Animal updated successfully' : 'Animal added successfully' });
    onSaved();
  });

  const isKept = !animal?.isReference;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className={dialogColumn}>
        <DialogBody>
          {merge && <MergeNotice merge={merge} />}
          {!animal && !refusal && <FullPlanNotice />}
          <IdentitySection animalId={id} hasStatus={isKept && animal !== undefined} onPhotoBusy={setPhotoBusy} />
          <FamilySection animalId={id} />
          {isKept && <HealthSection />}
          {isKept && <SaleSection />}
          <NotesSection />
        </DialogBody>
        {refusal && !merge && <RefusalNotice refusal={refusal} />}
        <DialogFooter className="flex-row [&>*]:flex-1 sm:[&>*]:flex-none">
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
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

const refusals: Readonly<Record<Refusal['kind'], { title: string; text?: string; action?: ReactNode }>> = {
  full: { title: 'Not saved', action: <UpgradeButton /> },
  stale: {
    title: 'This animal was changed elsewhere meanwhile',
    text: 'What you typed is still here. What was changed could not be read just now: save again in a moment to see it.',
  },
  gone: {
    title: 'This animal was deleted elsewhere',
    text: 'What you typed is still here to be read, and cannot be saved any more.',
  },
  unreachable: { title: 'The server could not be reached', text: 'Everything you typed is still here. Try again in a moment.' },
};

function MergeNotice({ merge }: { merge: AnimalMerge }) {
  const form = useFormContext<AnimalFormValues>();
  // Every field has a default.
  const values = useWatch<AnimalFormValues>() as AnimalFormValues;
  return <ChangedElsewhere what="This animal" merge={merge} values={values} onChange={(next) => showValues(form, next)} />;
}

function RefusalNotice({ refusal: { kind, message } }: { refusal: Refusal }) {
  const { title, text, action } = refusals[kind];
  return (
    <Alert role="alert" variant="destructive" title={title} action={action} className="mx-5 mb-4 shrink-0">
      {text ?? message}
    </Alert>
  );
}
