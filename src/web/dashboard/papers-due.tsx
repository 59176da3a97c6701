import { saleKinds } from '#domain/journal/departures.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { Chore } from '#contract/chores.ts';
import { putOffs } from '#domain/records/chores.ts';
import { addDays } from '#domain/values/dates.ts';
import { newestPapers, type PaperDue, paperAnimalsText, papersDue, paperText, salesDays } from '#domain/work/papers-due.ts';
import type { PutOff } from '#domain/work/today.ts';
import { PutOffDialog } from '#web/chores/put-off-dialog.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';
import { animalTagsQuery } from '#web/herd/animal/use-numbers.ts';
import { read } from '#web/lib/server/query.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

export interface PapersDueProps {
  readonly animals: readonly Animal[];
  readonly chores: readonly Chore[];
  readonly today: string;
  /** Shown if no paper is due. */
  readonly ifNone: ReactNode;
  /** What follows, given the papers that were put off. */
  readonly children: (putOff: readonly PutOff<Chore>[]) => ReactNode;
}

const maxTags = 60;

/** Papers that follow from sales and parents, for people who may issue them. Without signal nothing is said of sales. */
export function PapersDue({ animals, chores, today, ifNone, children }: PapersDueProps) {
  const { weaningDays } = useBreedingRules();
  const { data: numbers = [] } = useQuery(animalTagsQuery);
  const { data: sales = [] } = useQuery(eventsQuery({ kinds: saleKinds, from: addDays(today, -salesDays) }));
  const { data: papers, isLoading } = useQuery(read('listPapers', { query: { limit: newestPapers } }));
  const postponed = putOffs(chores);
  const { due, putOff } = papersDue({ animals, numbers, sales, papers, postponed, registrationDays: weaningDays }, today);
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  return (
    <>
      {due.length > 0 ? (
        <section aria-labelledby="due-papers" className="mt-4">
          <h2 id="due-papers" className="mb-1.5 font-medium">
            Papers
          </h2>
          <ul className="divide-y overflow-hidden rounded-xl border bg-card">
            {due.map((each) => (
              <PaperLine
                key={each.subject}
                due={each}
                today={today}
                animals={each.animalIds.flatMap((id) => byId.get(id) ?? [])}
              />
            ))}
          </ul>
        </section>
      ) : (
        !isLoading && ifNone
      )}
      {children(putOff)}
    </>
  );
}

interface PaperLineProps {
  readonly due: PaperDue;
  readonly animals: readonly Animal[];
  readonly today: string;
}

function PaperLine({ due: { subject, day, animalIds, sale, reason }, animals, today }: PaperLineProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = animals;
  const title = `${paperText({ sale })} · ${paperAnimalsText({ sale, animalIds }, first?.tagNumber)}`;
  const why = sale
    ? `Sold${sale.buyer === null ? '' : ` to ${sale.buyer}`}, ${dayText(day, today)}`
    : 'Both parents are registered';
  return (
    <li className="flex flex-wrap items-center gap-2 px-4 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span dir="auto" className="line-clamp-2 leading-tight">
          {title}
        </span>
        <span dir="auto" className="line-clamp-2 text-sm leading-tight text-muted-foreground">
          {[why, ...(reason === null ? [] : [`put off: ${reason}`])].join(' · ')}
        </span>
        {!sale && animals.length > 1 && (
          <span className="flex flex-wrap gap-x-4">
            {animals.slice(0, maxTags).map(({ id, tagNumber }) => (
              <Link
                key={id}
                to="/animals/$id"
                params={{ id }}
                className="tag inline-flex min-h-12 min-w-12 items-center text-sm underline decoration-1 underline-offset-4"
              >
                {tagNumber}
              </Link>
            ))}
          </span>
        )}
      </span>
      <span className="flex gap-2">
        <Button variant="outline" aria-label={`Put off ${title}`} onClick={() => setOpen(true)}>
          Put off
        </Button>
        {sale ? (
          <LinkButton
            to="/receipt"
            search={{ day, ...(sale.buyer !== null && { buyer: sale.buyer }) }}
            aria-label={`Issue ${title}`}
            variant="secondary"
          >
            Issue
          </LinkButton>
        ) : (
          first &&
          animals.length === 1 && (
            <LinkButton to="/animals/$id" params={{ id: first.id }} aria-label={`Open ${title}`} variant="secondary">
              Open
            </LinkButton>
          )
        )}
      </span>
      <PutOffDialog
        task={{ kind: 'paper', subjects: [{ subject, day, animalIds }] }}
        title={title}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </li>
  );
}
