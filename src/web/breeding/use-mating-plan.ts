import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { useDraft, useStoredDraft } from '#web/components/forms/use-draft.ts';
import { plural } from '#domain/values/plural.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { today } from '#web/lib/text/today.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import type { Plan } from './plan.ts';

interface PlanChoice {
  readonly maleIds: readonly string[];
  readonly whom: string;
  readonly femaleIds: readonly string[];
  /** The female's id and that of her male. */
  readonly plan: readonly (readonly [femaleId: string, maleId: string])[];
  readonly inDay: string;
  readonly outDay: string;
}

interface Assignment {
  readonly males: readonly Animal[];
  readonly females: readonly Animal[];
  readonly plan: Plan;
  readonly words: { readonly male: string; readonly female: string };
}

/** The plan is stored in the browser until it has been recorded. */
export function useMatingPlan() {
  const navigate = useNavigate();
  const draft = useDraft<PlanChoice>('mating-plan');
  const [choice, setChoice] = useState<PlanChoice>(
    () => draft.stored ?? { maleIds: [], whom: 'all', femaleIds: [], plan: [], inDay: today(), outDay: '' },
  );
  useStoredDraft(draft, choice.maleIds.length > 0 ? choice : undefined);
  const add = useCall('addExposure');
  const [ids] = useState(() => new RetryIds());
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const change = (part: Partial<PlanChoice>) => setChoice((before) => ({ ...before, ...part }));

  /** Each male with his females. Those that could not be recorded stay in the plan. */
  const assign = async ({ males, females, plan, words }: Assignment) => {
    if (saving) return;
    setSaving(true);
    setError(undefined);
    const { inDay, outDay } = choice;
    const used = males.filter(({ id }) => females.some((female) => plan.get(female.id) === id));
    const done = new Set<string>();
    let saved: object | undefined;
    try {
      for (const { id: maleId } of used) {
        const own = females.filter(({ id }) => plan.get(id) === maleId).map(({ id }) => id);
        const content = {
          name: plural(own.length, words.female),
          maleIds: [maleId],
          femaleIds: own,
          groupId: null,
          inDay,
          outDay: outDay === '' ? null : outDay,
        };
        const records = own.map((motherId) => ({ id: ids.of(`${inDay} ${maleId} ${motherId}`), motherId }));
        // Sending it again with the same id adds nothing.
        saved = await add.mutateAsync({ body: { ...content, id: ids.of(JSON.stringify(content)), records } });
        done.add(maleId);
      }
      draft.end();
      setChoice((before) => ({ ...before, maleIds: [], plan: [] }));
      await navigate({ to: '/breeding/rams', replace: true });
      toastSaved(saved, {
        title: 'Recorded',
        description: `${plural(females.length, words.female)} with ${plural(used.length, words.male)}`,
      });
    } catch (reason) {
      setError(reason);
      change({ plan: choice.plan.filter(([, maleId]) => !done.has(maleId)) });
    } finally {
      setSaving(false);
    }
  };
  return { choice, change, saving, assign, error };
}
