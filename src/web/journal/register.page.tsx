import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { animalTagLabel } from '#domain/records/animal-tags.ts';
import { registerEntryOf, registerKinds, type RegisterEntry } from '#domain/journal/treatment-register.ts';
import { withdrawalProducts } from '#domain/records/event-names.ts';
import { eventKinds } from '#domain/records/events.ts';
import { type DateRange as Range, validateRange } from '#domain/reports.ts';
import { DateRange } from '#web/components/forms/date-range.tsx';
import { DownloadLink } from '#web/components/download-link.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { PageList } from '#web/components/page/page-list.tsx';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { AnimalLink } from '#web/herd/animal/animal-link.tsx';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { animalTagsQuery } from '#web/herd/animal/use-numbers.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { urlOf } from '#web/lib/server/api.ts';
import { useCurrentUser, useRights } from '#web/lib/session/session.ts';
import { count, shortDate } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { Button } from '#web/ui/button.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Stethoscope } from '#web/ui/drawings/stethoscope.tsx';
import { LoadingLines } from '#web/components/loading/loading-lines.tsx';
import { dayText, withheldTexts } from '#web/herd/day-text.ts';
import { EventIcon } from './event-icon.tsx';
import { registerRange } from './register-search.ts';

interface Line {
  readonly event: RecordedEvent;
  readonly entry: RegisterEntry;
  readonly animal: Animal | undefined;
}

/** Most countries require treatment records to be kept this long. */
const yearsKept = 5;

export function RegisterPage() {
  const search = useSearch({ from: '/shell/treatments' });
  const navigate = useNavigate({ from: '/treatments' });
  const range = registerRange(search);
  const isValid = validateRange(range) === undefined;
  const mayExport = useRights().has('manage');
  const herd = useQuery(animalsQuery);
  const events = useQuery({ ...eventsQuery({ kinds: registerKinds, ...range }), enabled: isValid });
  const animals = new Map(herd.data?.map((animal) => [animal.id, animal]));
  const lines = (events.data ?? []).flatMap((event): Line[] => {
    const entry = registerEntryOf(event);
    return entry ? [{ event, entry, animal: animals.get(event.animalId) }] : [];
  });
  const choose = (change: { from?: string; to?: string }) =>
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false });
  const failed = events.isError ? events : herd.isError ? herd : undefined;
  return (
    <>
      <PageHeader
        title="Treatment Register"
        subtitle="Medicines given, and how long meat, milk and fibre are withheld"
        actions={
          <>
            <Button variant="outline" className="max-sm:min-w-12 max-sm:px-3" onClick={() => window.print()}>
              <Printer aria-hidden />
              <span className="max-sm:sr-only">Print</span>
            </Button>
            {isValid && mayExport && (
              <Button asChild variant="outline" className="max-sm:min-w-12 max-sm:px-3">
                <DownloadLink href={urlOf('exportRecords', { query: { format: 'csv', sheet: 'treatments', ...range } })}>
                  <Download aria-hidden />
                  <span className="max-sm:sr-only">Export</span>
                </DownloadLink>
              </Button>
            )}
          </>
        }
      />
      <div className="mb-6 flex max-w-xl flex-col gap-3 print:hidden">
        <Years range={range} onChoose={choose} />
        <DateRange
          legend="Days of the register"
          labels={['From', 'To']}
          dates={range}
          onStart={(from) => choose({ from })}
          onEnd={(to) => choose({ to })}
        />
      </div>
      {failed && <QueryFailed what="The register" query={failed} />}
      {isValid && !failed && (events.isPending || herd.isPending) && (
        <LoadingLines what="the register" lines={['h-16', 'h-16', 'h-16']} />
      )}
      {events.data && herd.data && <Register lines={lines} range={range} />}
    </>
  );
}

interface YearsProps {
  readonly range: Range;
  readonly onChoose: (range: { readonly from: string; readonly to: string }) => void;
}

function Years({ range, onChoose }: YearsProps) {
  const thisYear = Number(today().slice(0, 4));
  const years = Array.from({ length: yearsKept }, (_, index) => String(thisYear - index));
  const daysOf = (year: string) => ({ from: `${year}-01-01`, to: `${year}-12-31` });
  const isShown = (year: string) => range.from === daysOf(year).from && (range.to ?? daysOf(year).to) === daysOf(year).to;
  return (
    <Choice
      aria-label="Year"
      layout="line"
      className="max-sm:gap-1.5 max-sm:[&>button]:px-2"
      options={years.map((year) => ({ value: year, label: year }))}
      value={years.find((year) => isShown(year))}
      onChange={(year) => onChoose(daysOf(year))}
    />
  );
}

function Register({ lines, range }: { lines: readonly Line[]; range: Range }) {
  const isPrinting = usePrinting();
  if (lines.length === 0) {
    return (
      <EmptyState drawing={<Stethoscope />} title="Nothing was given on these days">
        Record treatments and vaccinations on an animal’s page.
      </EmptyState>
    );
  }
  if (isPrinting) return <RegisterPrint lines={lines} range={range} />;
  return (
    <section aria-labelledby="treatments" className="max-w-4xl">
      <h2 id="treatments" className="title mb-2 text-lg">
        Treatments <span className="font-normal text-muted-foreground">{count(lines.length)}</span>
      </h2>
      <PageList items={lines} keyOf={({ event }) => event.id} estimate={96} label="Treatments">
        {(line) => <RegisterLine {...line} />}
      </PageList>
    </section>
  );
}

function RegisterLine({ event, entry, animal }: Line) {
  const now = today();
  const facts = [
    eventKinds[event.kind].label,
    entry.dose,
    entry.route,
    entry.batch && `Batch ${entry.batch}`,
    entry.reason,
    entry.prescriber && `Prescribed by ${entry.prescriber}`,
    entry.isExtraLabel && 'Extra-label',
    event.responsible && `Done by ${event.responsible}`,
  ].filter(Boolean);
  return (
    <article
      aria-label={`${entry.product}, ${animal?.tagNumber ?? 'deleted animal'}`}
      className="flex gap-3 border-b px-4 py-2.5"
    >
      <EventIcon kind={event.kind} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p dir="auto" className="font-medium wrap-anywhere">
            {entry.product}
          </p>
          <time dateTime={event.day} className="text-sm text-muted-foreground">
            {dayText(event.day, now)}
          </time>
        </div>
        <p className="flex py-0.5">
          {animal ? (
            <AnimalLink id={animal.id}>
              <span dir="auto" className="wrap-anywhere underline decoration-1 underline-offset-4">
                {fullName(animal)}
              </span>
            </AnimalLink>
          ) : (
            <span className="text-muted-foreground">Deleted animal</span>
          )}
        </p>
        <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
          {facts.join(' · ')}
        </p>
        {withheldTexts(entry, now, event.day).map((text) => (
          <p key={text} className="text-sm font-medium">
            {text}
          </p>
        ))}
      </div>
    </article>
  );
}

const clearTexts = ({ clearOn }: RegisterEntry): string[] =>
  withdrawalProducts.flatMap((product) => {
    const day = clearOn[product];
    if (day === null) return [];
    const text = day === 'open' ? 'course open' : day === 'notRecorded' ? 'not recorded' : shortDate(day);
    return `${product}: ${text}`;
  });

function RegisterPrint({ lines, range: { from, to } }: { lines: readonly Line[]; range: Range }) {
  const { data: user } = useCurrentUser();
  const { data: tags = [] } = useQuery(animalTagsQuery);
  const numbers = Map.groupBy(
    tags.filter(({ kind, toDay }) => toDay === null && (kind === 'eid' || kind === 'official')),
    ({ animalId }) => animalId,
  );
  return (
    <>
      <p className="mb-2">{[user?.farmName, `printed ${shortDate(today())}`].filter(Boolean).join(', ')}</p>
      <p className="mb-2">{`${from === undefined ? 'From the beginning' : shortDate(from)} to ${shortDate(to ?? today())}`}</p>
      <PrintTable columns={['Date', 'Animal', 'Product', 'Dose', 'Batch', 'Reason', 'Prescribed by', 'Clear on', 'Done by']}>
        {lines.map(({ event, entry, animal }) => (
          <tr key={event.id}>
            <td className="whitespace-nowrap">{shortDate(event.day)}</td>
            <td>
              {animal ? <AnimalName animal={animal} /> : 'Deleted animal'}
              {numbers.get(event.animalId)?.map(({ id, kind, number }) => (
                <div key={id} className="whitespace-nowrap">
                  {animalTagLabel(kind)} {number}
                </div>
              ))}
            </td>
            <td>{[entry.product, entry.isExtraLabel && '(extra-label)'].filter(Boolean).join(' ')}</td>
            <td>{[entry.dose, entry.route].filter(Boolean).join(', ')}</td>
            <td>{entry.batch}</td>
            <td>{entry.reason}</td>
            <td>{entry.prescriber}</td>
            <td>
              {clearTexts(entry).map((text) => (
                <div key={text} className="whitespace-nowrap first-letter:uppercase">
                  {text}
                </div>
              ))}
            </td>
            <td>{event.responsible}</td>
          </tr>
        ))}
      </PrintTable>
    </>
  );
}
