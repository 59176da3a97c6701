import { isSale, isSold } from '#domain/journal/departures.ts';
import { Link } from '@tanstack/react-router';
import { Pencil, ReceiptText, Undo2 } from 'lucide-react';
import type { RecordedEvent } from '#contract/events.ts';
import { smallerUrl } from '#domain/values/pictures.ts';
import { usePhotoSource } from '#web/lib/server/waiting-photo.ts';
import { filterChip } from '#web/ui/filter-chip.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { mayRecord } from '#domain/accounts/members.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { isPictureUrl, type Species } from '#domain/records/animals.ts';
import { capitalized } from '#domain/values/text.ts';
import { dayText } from '#web/herd/day-text.ts';
import { UndoLeft } from '#web/herd/undo-left.tsx';
import { DaySection } from './day-section.tsx';
import { describeEvent } from './describe-event.ts';
import { EventIcon } from './event-icon.tsx';
import { daysOf, type Entry, journalFilters, type JournalFilter, matchesFilter } from './journal-entries.ts';

interface JournalListProps {
  readonly animalId: string;
  readonly entries: readonly Entry[];
  readonly filter: JournalFilter;
  readonly nameOf: (id: string) => string | undefined;
  readonly species: Species;
  readonly onChange: (event: RecordedEvent) => void;
  readonly onUndo: (event: RecordedEvent) => void;
}

export function JournalList({ animalId, entries, filter, ...rest }: JournalListProps) {
  const shown = entries.filter((entry) => matchesFilter(entry, filter));
  return (
    <section aria-labelledby="journal">
      <h2 id="journal" className="title mb-2 text-lg">
        Journal <span className="font-normal text-muted-foreground">{shown.length}</span>
      </h2>
      {entries.length > 0 && <Filters animalId={animalId} entries={entries} filter={filter} />}
      {shown.length === 0 && (
        <p className="rounded-xl border bg-card px-4 py-6 text-muted-foreground">
          {entries.length === 0 ? 'Nothing is recorded yet. Start with a weight or a note.' : 'Nothing of this kind is recorded.'}
        </p>
      )}
      {daysOf(shown).map(({ day, entries: ofDay }) => (
        <DaySection key={day} day={day} heading="h3">
          {ofDay.map((entry) => (
            <JournalEntry key={entry.event.id} entry={entry} {...rest} />
          ))}
        </DaySection>
      ))}
    </section>
  );
}

const filterNames = Object.keys(journalFilters) as JournalFilter[];

/** Only filters with entries are offered. */
const Filters = ({ animalId, entries, filter: chosen }: Pick<JournalListProps, 'animalId' | 'entries' | 'filter'>) => (
  <nav aria-label="Filter the journal" className="mb-3 flex gap-2 flex-wrap print:hidden">
    {filterNames
      .filter((name) => name === chosen || entries.some((entry) => matchesFilter(entry, name)))
      .map((name) => (
        <Link
          key={name}
          to="/animals/$id"
          params={{ id: animalId }}
          search={name === 'all' ? {} : { show: name }}
          replace
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          className={filterChip(name === chosen)}
        >
          {journalFilters[name].label}
        </Link>
      ))}
  </nav>
);

type JournalEntryProps = { readonly entry: Entry } & Pick<JournalListProps, 'nameOf' | 'species' | 'onChange' | 'onUndo'>;

function JournalEntry({ entry: { event, earlier }, nameOf, species, onChange, onUndo }: JournalEntryProps) {
  const isUndone = event.voidedAt !== null;
  const mayChange = mayRecord(useFarmRole(), event.kind);
  const known = { today: today(), nameOf, speciesOf: () => species };
  const { title, facts } = describeEvent(event, known);
  return (
    <article aria-label={title} className="flex flex-wrap gap-x-3 border-b px-4 py-2.5 break-inside-avoid">
      <EventIcon kind={event.kind} />
      <div className="min-w-0 flex-1 basis-40 sm:basis-44">
        <div className="flex items-baseline justify-between gap-3">
          <p dir="auto" className="font-medium wrap-anywhere">
            {isUndone ? <del>{title}</del> : title}
          </p>
          {event.time !== null && <span className="text-sm text-muted-foreground">{event.time}</span>}
        </div>
        {facts.length > 0 && (
          <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
            {facts.join(' · ')}
          </p>
        )}
        {event.note !== null && (
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {event.note}
          </p>
        )}
        {event.kind === 'note' && isPictureUrl(event.photo) && <NotePhoto url={event.photo} />}
        <p className="text-sm text-muted-foreground empty:hidden">{authorText(event)}</p>
        {earlier.length > 0 && <History earlier={earlier} known={known} />}
      </div>
      {!isUndone && (
        <div className="ms-auto flex max-w-full shrink-0 flex-wrap items-center justify-end self-start max-sm:-me-3 print:hidden">
          {mayChange && <UndoLeft since={event.createdAt} />}
          {isSale(event) && isSold(event) && (
            <LinkButton
              to="/receipt"
              search={{ day: event.day, ...(event.buyer !== null && { buyer: event.buyer }) }}
              aria-label={`Receipt of ${title}`}
              variant="ghost"
              size="small"
            >
              <ReceiptText aria-hidden />
              <span className="max-sm:hidden">Receipt</span>
            </LinkButton>
          )}
          {mayChange && (
            <>
              <Button variant="ghost" size="small" aria-label={`Change ${title}`} onClick={() => onChange(event)}>
                <Pencil aria-hidden />
                <span className="max-sm:hidden">Change</span>
              </Button>
              <Button variant="ghost" size="small" aria-label={`Undo ${title}`} onClick={() => onUndo(event)}>
                <Undo2 aria-hidden />
                <span className="max-sm:hidden">Undo</span>
              </Button>
            </>
          )}
        </div>
      )}
    </article>
  );
}

function authorText({ by, responsible, voidedAt, voidedBy, voidReason }: RecordedEvent): string {
  const done = responsible === null ? [] : [`Done by ${responsible}`];
  const recorded = by === null ? [] : [`recorded by ${by}`];
  const undone =
    voidedAt === null
      ? []
      : [['undone', voidedBy && `by ${voidedBy}`, voidReason && `(${voidReason})`].filter(Boolean).join(' ')];
  const text = [...done, ...recorded, ...undone].join(' · ');
  return capitalized(text);
}

const History = ({ earlier, known }: { earlier: readonly RecordedEvent[]; known: Parameters<typeof describeEvent>[1] }) => (
  <details className="text-sm text-muted-foreground print:hidden">
    <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
      Changed {earlier.length === 1 ? 'once' : `${earlier.length} times`}
    </summary>
    <ul>
      {earlier.map((event) => {
        const { title, facts } = describeEvent(event, known);
        return (
          <li key={event.id} className="py-1">
            <del>{[title, ...facts, event.note].filter(Boolean).join(' · ')}</del>
            <br />
            {dayText(event.day, known.today)}
            {event.by !== null && ` · recorded by ${event.by}`}
          </li>
        );
      })}
    </ul>
  </details>
);

function NotePhoto({ url }: { url: string }) {
  const source = usePhotoSource(url);
  return (
    source !== '' && <img src={smallerUrl(source, 'card')} alt="" loading="lazy" className="mt-1 max-h-80 rounded-lg border" />
  );
}
