import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { restartForm } from '#web/components/form.tsx';
import type { Correction } from '#web/lib/correction.ts';
import { restored } from '#web/lib/drafts.ts';
import { today } from '#web/lib/today.ts';
import { useDraft } from '#web/components/use-draft.ts';
import { useFormDraft } from '#web/components/use-form-draft.ts';
import { type Mating, newMating } from './mating.ts';
import { type Unsettled, useRecordMatings } from './use-record-matings.ts';

interface MatingDraft {
  readonly mating: Omit<Mating, 'motherIds'>;
  readonly motherIds: readonly string[];
  readonly unsettled: Unsettled;
}

/** One mating that was refused, with the id of its record. */
export type MatingCorrection = Correction<{ readonly mating: Mating; readonly ids: Unsettled }>;

export function useMating(correction: MatingCorrection | undefined) {
  const draft = useDraft<MatingDraft>(correction?.form ?? 'mating');
  const { unsettled, isSaving, attempt, record } = useRecordMatings(draft.stored?.unsettled ?? correction?.ids);
  const [opened, setOpened] = useState(() => correction?.mating ?? newMating(today()));
  const form = useForm<Mating, unknown, Mating>({
    defaultValues: {
      ...restored(opened, draft.stored?.mating),
      motherIds: new Set(draft.stored?.motherIds ?? correction?.mating.motherIds),
    },
  });
  useFormDraft(draft, form, ({ motherIds, ...mating }) => {
    const isTyped =
      motherIds.symmetricDifference(opened.motherIds).size > 0 ||
      mating.fatherId !== opened.fatherId ||
      mating.date !== opened.date;
    return isTyped ? { mating, motherIds: [...motherIds], unsettled } : undefined;
  });

  const restart = (next: Mating) => {
    draft.end();
    setOpened(next);
    restartForm(form, next);
  };
  const failed = attempt && attempt.refused.length > 0 && !isSaving ? attempt : undefined;
  return { record, isSaving, attempt, failed, form, restart, isFromDraft: draft.stored !== undefined };
}
