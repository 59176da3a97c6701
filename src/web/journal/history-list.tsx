import { Link } from '@tanstack/react-router';
import type { HistoryAct } from '#contract/history.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { AnimalLink } from '#web/herd/animal/animal-link.tsx';
import { dayOf, timeOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';
import { DaySection } from './day-section.tsx';
import { describeHistory } from './describe-history.ts';
import { useRecordNames, useSpeciesOf } from './use-record-names.ts';

interface HistoryListProps {
  readonly acts: readonly HistoryAct[];
  /** The animal of the page, which is not named again. */
  readonly animalId?: string;
}

/** Lists changes day by day, in sentences. */
export function HistoryList({ acts, animalId }: HistoryListProps) {
  const recorded = useRecordNames();
  const speciesOf = useSpeciesOf();
  const gone = new Map(acts.flatMap(({ animals }) => animals.map((animal) => [animal.id, fullName(animal)] as const)));
  const nameOf = (id: string) => recorded.get(id) ?? gone.get(id);
  const now = today();
  return [...Map.groupBy(acts, ({ at }) => dayOf(at))].map(([day, ofDay]) => (
    <DaySection key={day} day={day} heading={animalId === undefined ? 'h2' : 'h3'}>
      {ofDay.map((act) => (
        <Act key={act.revision} act={act} animalId={animalId} known={{ today: now, nameOf, speciesOf }} />
      ))}
    </DaySection>
  ));
}

interface ActProps {
  readonly act: HistoryAct;
  readonly animalId: string | undefined;
  readonly known: Parameters<typeof describeHistory>[1];
}

function Act({ act, animalId, known }: ActProps) {
  const { who, lines, more } = describeHistory(act, known);
  return (
    <article aria-label={`${who} ${lines[0]?.text ?? ''}`} className="border-b px-4 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <div className="min-w-0 flex-1">
          {lines.map(({ key, text, facts, animalIds }) => (
            <div key={key} className="pb-1">
              <p dir="auto" className="wrap-anywhere">
                <span className="font-medium">{who}</span> {act.isUndone ? <del>{text}</del> : text}
              </p>
              <Animals act={act} ids={animalIds.filter((id) => id !== animalId)} />
              {facts.length > 0 && (
                <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
                  {facts.join(' · ')}
                </p>
              )}
            </div>
          ))}
          {more !== undefined && <p className="text-sm text-muted-foreground">and others: {more} in all</p>}
          {act.isUndone && <p className="text-sm text-muted-foreground">Undone</p>}
        </div>
        <time dateTime={act.at} className="text-sm text-muted-foreground">
          {timeOf(act.at)}
        </time>
      </div>
    </article>
  );
}

function Animals({ act: { animals }, ids }: { readonly act: HistoryAct; readonly ids: readonly string[] }) {
  const known = ids.flatMap((id) => animals.find((animal) => animal.id === id) ?? []);
  return (
    known.length > 0 && (
      <p className="flex flex-wrap gap-x-5 gap-y-5 py-0.5">
        {known.map((animal) =>
          animal.isDeleted ? (
            <Link
              key={animal.id}
              to="/history"
              search={{ animal: animal.id }}
              className="relative wrap-anywhere text-muted-foreground underline decoration-1 underline-offset-4 after:absolute after:-inset-3"
            >
              {fullName(animal)} (deleted)
            </Link>
          ) : (
            <AnimalLink key={animal.id} id={animal.id}>
              <span dir="auto" className="wrap-anywhere underline decoration-1 underline-offset-4">
                {fullName(animal)}
              </span>
            </AnimalLink>
          ),
        )}
      </p>
    )
  );
}
