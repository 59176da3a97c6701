import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import { birthsTooNear } from '#domain/records/births.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { dayText } from '#web/herd/day-text.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { today } from '#web/lib/text/today.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

interface Birth {
  readonly dam: Animal;
  /** Empty while it is typed. */
  readonly day: CalendarDate;
}

/** The days of other births of hers that make one on this day impossible, nearest first, as far as they are read. */
export function useBirthsBefore({ dam, day, herd }: Birth & { readonly herd: readonly Animal[] }): CalendarDate[] {
  const { data: births } = useQuery(eventsQuery({ kinds: ['birth'], animalId: dam.id }));
  if (!births || day === '') return [];
  const young = herd.flatMap(({ motherId, birthDate }) => (motherId === dam.id ? (birthDate ?? []) : []));
  return birthsTooNear([...births.map((birth) => birth.day), ...young], day);
}

/** Two people may record the same birth, or a day may be mistyped. Nothing is blocked, because a litter may come in two parts. */
export function BirthBefore({ dam, day, near }: Birth & { readonly near: CalendarDate }) {
  const when = near === day ? 'on the same day' : `on ${dayText(near, today())}`;
  return (
    <Alert
      icon={<TriangleAlert />}
      title={`A birth of hers ${when} is recorded already`}
      className="my-2"
      action={
        <LinkButton to="/animals/$id" params={{ id: dam.id }} variant="outline">
          Open {dam.tagNumber}
        </LinkButton>
      }
    />
  );
}
