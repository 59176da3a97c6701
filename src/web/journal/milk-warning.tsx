import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type Control, useWatch } from 'react-hook-form';
import type { NewEvent } from '#contract/events.ts';
import { expectedMl, isFarBeyond } from '#domain/performance/lactations.ts';
import { dailyMilkText } from '#web/herd/care/milk-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import type { EventFormValues } from './event-form-values.ts';
import { journalQuery } from './journal.data.ts';

interface MilkWarningProps {
  readonly control: Control<EventFormValues, unknown, NewEvent>;
  readonly animalId: string;
  /** The milking that the form corrects. */
  readonly except: string | undefined;
}

/** Shown before saving; it never prevents saving. */
export function MilkWarning({ control, animalId, except }: MilkWarningProps) {
  const { data: events = [] } = useQuery(journalQuery(animalId));
  const amount: unknown = useWatch({ control, name: 'amountMl' });
  const day: unknown = useWatch({ control, name: 'day' });
  const others = events.filter(({ id, voidedAt }) => voidedAt === null && id !== except);
  const milkings = others.filter((event) => event.kind === 'milking');
  const births = others.filter((event) => event.kind === 'birth').map((event) => event.day);
  const ofDay = milkings.filter((event) => event.day === day).reduce((sum, { amountMl }) => sum + amountMl, Number(amount));
  const expected = typeof day === 'string' && Number(amount) > 0 ? expectedMl(milkings, births, day) : undefined;
  const isShown = expected !== undefined && isFarBeyond(ofDay, expected);
  return (
    <div aria-live="polite" className="empty:hidden sm:col-span-2">
      {isShown && (
        <Alert icon={<TriangleAlert />} title="Look at the amount before you save">
          {dailyMilkText(ofDay)} on this day is far more than the {dailyMilkText(expected)} that her test days around it let
          expect.
        </Alert>
      )}
    </div>
  );
}
