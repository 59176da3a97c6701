import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import { type CalendarDate, isCalendarDate } from '#domain/values/dates.ts';
import { Alert } from '#web/ui/alert.tsx';
import { animalStatesQuery } from './data/animals.queries.ts';
import { useDepartures } from './use-departures.ts';

interface LeftBeforeProps {
  readonly animal: Pick<Animal, 'id' | 'status' | 'tagNumber'>;
  /** No day of the calendar while it is typed. */
  readonly day: CalendarDate;
  /** Of the record that is corrected. */
  readonly savedDay?: CalendarDate | null | undefined;
}

/** Shown before saving where the animal had left the farm on that day, as far as is known; it never prevents saving. */
export function LeftBefore({ animal, day, savedDay }: LeftBeforeProps) {
  const isGone = animal.status !== 'active';
  const { data: states } = useQuery({ ...animalStatesQuery, enabled: isGone });
  const departureOf = useDepartures(isGone);
  const left = states?.find(({ animalId }) => animalId === animal.id)?.left;
  const isShown = isGone && states && isCalendarDate(day) && day !== savedDay && (!left || left.day < day);
  return (
    <div aria-live="polite" className="empty:hidden sm:col-span-2">
      {isShown && (
        <Alert icon={<TriangleAlert />} title={`${animal.tagNumber}: ${departureOf(animal)}`}>
          {left ? 'Check the day before you save.' : 'The day on which it left is not recorded.'}
        </Alert>
      )}
    </div>
  );
}
