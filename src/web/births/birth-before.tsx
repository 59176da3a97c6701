import { TriangleAlert } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import { birthTooNear } from '#domain/records/births.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { dayText } from '#web/herd/day-text.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { today } from '#web/lib/text/today.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

interface Birth {
  readonly dam: Animal;
  /** Empty while it is typed. */
  readonly day: CalendarDate;
}

/** The day of another birth of hers that makes one on this day impossible, as far as they are read. */
export function useBirthBefore({ dam, day, herd }: Birth & { readonly herd: readonly Animal[] }): CalendarDate | undefined {
  const { events } = usePregnancies();
  if (!events || day === '') return undefined;
  const births = [
    ...events.flatMap((event) => (event.kind === 'birth' && event.animalId === dam.id ? event.day : [])),
    ...herd.flatMap(({ motherId, birthDate }) => (motherId === dam.id ? (birthDate ?? []) : [])),
  ];
  return birthTooNear(births, day);
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
