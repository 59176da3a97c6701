import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { Chore } from '#contract/chores.ts';
import { hasAppointments } from '#domain/records/animals.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { dayText, distanceText } from '#web/herd/day-text.ts';
import { useRequestedRecord } from '#web/lib/forms/open-form.ts';
import { useRights } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { ChoreDialog } from './chore-dialog.tsx';
import { choresQuery } from './chores.data.ts';
import { DoneButton } from './done-button.tsx';

interface AnimalChoresProps {
  readonly animal: Animal;
  /** Whether the form of a new task is open. */
  readonly isAdding: boolean;
  readonly onAdd: () => void;
  readonly onAdded: () => void;
}

export function AnimalChores({ animal, isAdding, onAdd, onAdded }: AnimalChoresProps) {
  const { data: chores } = useQuery(choresQuery);
  const mayRecord = useRights().has('record');
  const [opened, setOpened] = useState<Chore>();
  const drafts = `animal task ${animal.id} `;
  const now = today();
  const open = (hasAppointments(animal) ? (chores ?? []) : [])
    .filter(({ subject, archivedAt, animalIds }) => subject === null && archivedAt === null && animalIds.includes(animal.id))
    .toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1));
  useRequestedRecord(drafts, chores && open, (chore) => (chore ? setOpened(chore) : onAdd()));
  return (
    <>
      {open.length > 0 && (
        <ul aria-label="Tasks" className="divide-y overflow-hidden rounded-xl border bg-card print:hidden">
          {open.map((each) => (
            <li key={each.id} className="flex items-center">
              <button
                type="button"
                disabled={!mayRecord}
                onClick={() => setOpened(each)}
                className="flex min-h-16 min-w-0 flex-1 cursor-pointer flex-col justify-center px-4 py-2 text-start hover:bg-secondary focus-visible:-outline-offset-4"
              >
                <span dir="auto" className="w-full truncate">
                  {each.name}
                </span>
                <span dir="auto" className="w-full truncate text-sm text-muted-foreground">
                  {dayText(dayOf(each), now)} · {distanceText(dayOf(each), now)}
                </span>
              </button>
              {mayRecord && <DoneButton chore={each} day={now} />}
            </li>
          ))}
        </ul>
      )}
      <ChoreDialog
        key={opened?.id}
        chore={opened}
        animalIds={[animal.id]}
        drafts={drafts}
        about={fullName(animal)}
        isOpen={isAdding || opened !== undefined}
        onClose={() => {
          setOpened(undefined);
          onAdded();
        }}
      />
    </>
  );
}

const dayOf = ({ putOffTo, day }: Chore): string => putOffTo ?? day;
