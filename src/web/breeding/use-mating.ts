import { useState } from 'react';
import { restored } from '#web/lib/drafts.ts';
import { today } from '#web/lib/today.ts';
import { useDraft, useKeptDraft } from '#web/components/use-draft.ts';
import { type Mating, newMating } from './mating.ts';
import { type Unsettled, useRecordMatings } from './use-record-matings.ts';

/** What was chosen and not saved. */
interface MatingDraft {
  readonly mating: Omit<Mating, 'motherIds'>;
  readonly motherIds: readonly string[];
  readonly unsettled: Unsettled;
}

/** What stands in the form, kept while it is not saved, and how it is recorded. */
export function useMating() {
  const draft = useDraft<MatingDraft>('mating');
  const { unsettled, isSaving, attempt, record } = useRecordMatings(draft.kept?.unsettled);
  const [fresh, setFresh] = useState(() => newMating(today()));
  const [mating, setMating] = useState<Mating>(() => ({
    ...restored(fresh, draft.kept?.mating),
    motherIds: new Set(draft.kept?.motherIds),
  }));
  const { motherIds, ...typed } = mating;
  const isTyped = motherIds.size > 0 || typed.fatherId !== null || typed.date !== fresh.date;
  useKeptDraft(draft, isTyped ? { mating: typed, motherIds: [...motherIds], unsettled } : undefined);

  const beginWith = (next: Mating) => {
    draft.end();
    setFresh(next);
    setMating(next);
  };
  const failed = attempt && attempt.refused.length > 0 && !isSaving ? attempt : undefined;
  return { record, isSaving, attempt, failed, mating, setMating, beginWith, isFromDraft: draft.kept !== undefined };
}
