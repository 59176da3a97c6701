import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { Exposure } from '#contract/exposures.ts';
import type { Species } from '#domain/records/animals.ts';
import { isCalendarDate } from '#domain/values/dates.ts';
import { isDuring, type Stay } from '#domain/breeding/exposures.ts';
import { cyclesOf } from '#domain/breeding/heat-watch.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { DayField } from '#web/components/forms/day-field.tsx';
import { TagLink } from '#web/herd/animal/animal-link.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { type EventOf, eventsQuery } from '#web/herd/data/events.queries.ts';
import { mateWords } from '#web/herd/use-only-species.ts';
import { useRecordEvent, useUndoEvent } from '#web/journal/journal.data.ts';
import { count } from '#web/lib/text/format.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { today } from '#web/lib/text/today.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { LabelledChoice } from '#web/ui/choice.tsx';

interface MarksProps {
  readonly exposure: Exposure;
  readonly stays: readonly Stay[];
  readonly animals: ReadonlyMap<string, Animal>;
  readonly species: Species;
}

const none = 'none';
const colours = ['Yellow', 'Orange', 'Red', 'Green', 'Blue', 'Black'];

const shownAtFirst = 60;

/** One tap records each female that has paint on a day. A female marked again in a later cycle has returned. */
export function Marks({ exposure, stays, animals, species }: MarksProps) {
  const role = useFarmRole();
  const lastDay = exposure.outDay !== null && exposure.outDay < today() ? exposure.outDay : today();
  const [day, setDay] = useState(lastDay);
  const [shown, setShown] = useState(shownAtFirst);
  const { data: heats = [] } = useQuery(eventsQuery({ kinds: ['heat'], from: exposure.inDay }));
  const during = heats.filter((heat) => stays.some((stay) => stay.femaleId === heat.animalId && isDuring(stay, heat.day)));
  const marksOf = Map.groupBy(during, ({ animalId }) => animalId);
  const [colour, setColour] = useState<string>();
  const [sireId, setSireId] = useState(none);
  const males = exposure.maleIds.flatMap((id) => animals.get(id) ?? []).toSorted(byTag);
  const used = {
    colour: colour ?? during[0]?.colour ?? none,
    sireId: sireId !== none ? sireId : males.length === 1 ? males[0]?.id : undefined,
  };
  const females = [...new Set(stays.map(({ femaleId }) => femaleId))].flatMap((id) => animals.get(id) ?? []).toSorted(byTag);
  const onDay = females.filter(
    ({ id }) => isCalendarDate(day) && stays.some((stay) => stay.femaleId === id && isDuring(stay, day)),
  );
  const mayMark = mayRecord(role, 'heat') && isCalendarDate(day) && day <= lastDay;
  return (
    <section aria-labelledby="marks" className="mt-6">
      <h2 id="marks" className="font-medium">
        Marks <span className="font-normal text-muted-foreground">{progressText(females.length, marksOf, species)}</span>
      </h2>
      <div className="mt-2 grid gap-3 print:hidden">
        <div className="max-w-48">
          <DayField label="Day" value={day} onChange={setDay} min={exposure.inDay} max={lastDay} />
        </div>
        <LabelledChoice
          label="Colour"
          layout="wrapped"
          value={used.colour}
          onChange={setColour}
          options={[...colours.map((value) => ({ value, label: value })), { value: none, label: 'None' }]}
        />
        {males.length > 1 && (
          <LabelledChoice
            label="Marked by"
            layout="wrapped"
            value={sireId}
            onChange={setSireId}
            options={[
              ...males.map(({ id, tagNumber }) => ({ value: id, label: tagNumber })),
              { value: none, label: 'Not known' },
            ]}
          />
        )}
      </div>
      {onDay.length === 0 && (
        <p className="mt-3 text-muted-foreground">
          No {mateWords(species).female} was in with {males.length === 1 ? 'him' : 'them'} on this day.
        </p>
      )}
      <ul className="-mx-4 mt-3 sm:mx-0">
        {onDay.slice(0, shown).map((animal) => (
          <FemaleRow
            key={animal.id}
            animal={animal}
            marks={marksOf.get(animal.id) ?? []}
            day={day}
            species={species}
            mark={mayMark ? { colour: used.colour === none ? null : used.colour, sireId: used.sireId ?? null } : undefined}
          />
        ))}
      </ul>
      {onDay.length > shown && (
        <Button variant="ghost" onClick={() => setShown(shown * 4)}>
          Show more of {count(onDay.length)}
        </Button>
      )}
    </section>
  );
}

type Heat = EventOf<'heat'>;

/** `40 of 62, 5 returned` */
function progressText(all: number, marksOf: ReadonlyMap<string, readonly Heat[]>, species: Species): string {
  const returned = [...marksOf.values()].filter(
    (marks) =>
      cyclesOf(
        marks.map(({ day }) => day),
        species,
      ) > 1,
  ).length;
  return `${marksOf.size} of ${all}${returned > 0 ? `, ${returned} returned` : ''}`;
}

interface FemaleRowProps {
  readonly animal: Animal;
  /** Newest first. */
  readonly marks: readonly Heat[];
  readonly day: string;
  readonly species: Species;
  /** undefined if nothing can be marked on this day. */
  readonly mark: { readonly colour: string | null; readonly sireId: string | null } | undefined;
}

function FemaleRow({ animal, marks, day, species, mark }: FemaleRowProps) {
  const record = useRecordEvent();
  const undo = useUndoEvent();
  const [id, setId] = useState(uuidv7);
  const onDay = marks.find((each) => each.day === day);
  const isBusy = record.isPending || undo.isPending;
  const save = (work: Promise<object>, title: string) =>
    void work.then(
      (saved) => {
        setId(uuidv7());
        toastSaved(saved, { title, description: fullName(animal) });
      },
      (error: unknown) => toastFailure(error, 'Could not record this'),
    );
  const press = () => {
    if (onDay) save(undo.mutateAsync({ event: onDay }), 'Mark removed');
    else if (mark) save(record.mutateAsync({ id, kind: 'heat', animalId: animal.id, day, ...mark }), 'Marked');
  };
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-end gap-x-3 border-b px-4 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-center gap-x-2">
          <TagLink animal={animal} />
          <span dir="auto" className="truncate">
            {animal.name}
          </span>
        </div>
        <p dir="auto" className="truncate text-sm text-muted-foreground">
          {marksText(marks, species)}
        </p>
      </div>
      {mark && (
        <Button
          variant={onDay ? 'default' : 'secondary'}
          aria-pressed={onDay !== undefined}
          aria-label={`${onDay ? 'Marked' : 'Mark'} ${fullName(animal)}`}
          disabled={isBusy}
          onClick={press}
        >
          {onDay && <Check aria-hidden />}
          {onDay ? 'Marked' : 'Mark'}
        </Button>
      )}
    </li>
  );
}

/** `Returned · Red Sat, Nov 21, Yellow Wed, Nov 4` */
function marksText(marks: readonly Heat[], species: Species): string {
  if (marks.length === 0) return 'Not marked yet';
  const days = marks.map(({ day, colour }) => [colour, dayText(day, today())].filter(Boolean).join(' ')).join(', ');
  return cyclesOf(
    marks.map(({ day }) => day),
    species,
  ) > 1
    ? `Returned · ${days}`
    : days;
}
