import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { mayRecord } from '#domain/accounts/members.ts';
import { kindWord } from '#domain/records/births.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { FormBesideList } from '#web/components/forms/form-beside-list.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { useFarmRole } from '#web/lib/session/session.ts';
import { CheckupForm } from './checkup-form.tsx';
import { healthRecordsQuery } from './health.data.ts';
import { useState, memo } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { HealthRecord } from '#contract/health.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { filterHerd } from '#web/herd/list/filter-herd.ts';
import { noFilter } from '#web/herd/list/herd-filter.ts';
import { count, shortDate, longDate } from '#web/lib/text/format.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Stethoscope } from '#web/ui/drawings/stethoscope.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { ListCard } from '#web/components/page/list-card.tsx';
import { PageList } from '#web/components/page/page-list.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { entriesOf, type Entry, extrasOf, kindOf, ownWords } from './record-history.ts';
import { hasAppointments, healthText } from '#domain/records/animals.ts';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { poundsText } from '#web/lib/text/weight-text.ts';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { today } from '#web/lib/text/today.ts';
import { HealthBadge, StatusDot } from '#web/herd/animal/animal-badges.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { useStatusWord } from '#web/herd/use-departures.ts';
import { TagLink } from '#web/herd/animal/animal-link.tsx';

export function HealthPage() {
  const { animalId } = useSearch({ from: '/shell/health' });
  const navigate = useNavigate({ from: '/health' });
  const animals = useQuery(animalsQuery);
  const records = useQuery(healthRecordsQuery);
  const role = useFarmRole();

  const pick = (id: string | undefined) =>
    void navigate({ search: id === undefined ? {} : { animalId: id }, replace: true, state: true, resetScroll: false });

  return (
    <>
      <PageHeader title="Health Records" />
      {animals.isError ? (
        <QueryFailed what="The animals" query={animals} />
      ) : (
        <FormBesideList
          form={
            mayRecord(role, 'checkup') && (
              <CheckupForm
                animals={animals.data?.filter(({ status }) => status === 'active')}
                animalId={animalId}
                onPick={pick}
              />
            )
          }
          list={
            records.isError ? (
              <QueryFailed what="The health records" query={records} />
            ) : animals.data && records.data ? (
              <RecordList records={records.data} animals={animals.data} animalId={animalId} />
            ) : (
              <RecordListSkeleton />
            )
          }
        />
      )}
    </>
  );
}

interface RecordListProps {
  readonly records: readonly HealthRecord[];
  readonly animals: readonly Animal[];
  readonly animalId: string | undefined;
}

/** More records than a screen or two show. */
const longList = 20;

function RecordList({ records, animals, animalId }: RecordListProps) {
  const [isAlone, setAlone] = useState(false);
  const isPrinting = usePrinting();
  const animal = animals.find(({ id }) => id === animalId);
  const [search, setSearch] = useState('');
  const sought = search === '' ? undefined : new Set(filterHerd(animals, { ...noFilter, search }).map(({ id }) => id));
  const entries = entriesOf(records, animals, isAlone ? animal?.id : undefined).filter(
    ({ record }) => sought?.has(record.animalId) ?? true,
  );
  if (records.length === 0) {
    return (
      <ListCard title="Recent Health Records">
        <EmptyState drawing={<Stethoscope />} title="No health records yet. Create one above!" />
      </ListCard>
    );
  }
  return (
    <ListCard
      title="Recent Health Records"
      summary={count(entries.length)}
      filter={
        animal && (
          <CheckboxLine checked={isAlone} onCheckedChange={(checked) => setAlone(checked === true)} className="print:hidden">
            Only {fullName(animal)}
          </CheckboxLine>
        )
      }
    >
      {records.length > longList && (
        <div className="border-b px-4 py-2 sm:px-5 print:hidden">
          <SearchInput
            aria-label="Search health records"
            placeholder="Search by tag number, name, or breed..."
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      {isPrinting ? (
        <RecordPrint entries={entries} />
      ) : (
        <PageList items={entries} keyOf={({ record }) => record.id} estimate={112} label="Recent Health Records">
          {(entry) => <RecordEntry entry={entry} />}
        </PageList>
      )}
      {entries.length === 0 && search !== '' && (
        <p className="px-5 py-6 text-muted-foreground">No record of an animal that matches “{search}”.</p>
      )}
      {entries.length === 0 && search === '' && animal && (
        <p className="border-t px-5 py-6 text-muted-foreground">{fullName(animal)} has no health records yet.</p>
      )}
    </ListCard>
  );
}

function RecordListSkeleton() {
  return (
    <ListCard title="Recent Health Records">
      <output className="sr-only">Loading health records...</output>
      <div>
        {[0, 1, 2, 3, 4].map((line) => (
          <div key={line} className="flex flex-col gap-3 border-b px-5 py-4">
            <div className="flex justify-between gap-4">
              <Skeleton className="h-7 w-40" />
              <Skeleton className="h-6 w-36" />
            </div>
            <Skeleton className="h-6 w-56" />
          </div>
        ))}
      </div>
    </ListCard>
  );
}

function RecordPrint({ entries }: { entries: readonly Entry[] }) {
  return (
    <PrintTable columns={['Date', 'Animal', 'Kind', 'Health', 'Weight', 'Also done', 'Notes']}>
      {entries.map(({ record, animal }) => (
        <tr key={record.id}>
          <td>{shortDate(record.date)}</td>
          <td>{animal ? <AnimalName animal={animal} /> : 'Deleted animal'}</td>
          <td>{kindOf(record)}</td>
          <td>{healthText(record.healthStatus)}</td>
          <td>{record.weightLbs !== null && poundsText(record.weightLbs)}</td>
          <td>{[...extrasOf(record), record.medication, record.dosage].filter(Boolean).join(', ')}</td>
          <td>{[ownWords(record), record.notes].filter(Boolean).join(' ')}</td>
        </tr>
      ))}
    </PrintTable>
  );
}

const RecordEntry = memo(function RecordEntry({ entry: { record, animal } }: { entry: Entry }) {
  const words = ownWords(record);
  const kind = kindOf(record);
  return (
    <article className="flex flex-col gap-2 border-b px-4 py-4 sm:px-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Subject animal={animal} />
        <p className="text-muted-foreground">
          {kind !== 'Checkup' && `${kind} · `}
          <time dateTime={record.date}>{longDate(record.date)}</time>
        </p>
      </header>
      <div className="flex flex-wrap items-center gap-1.5">
        <HealthBadge status={record.healthStatus} />
        {record.weightLbs !== null && <Badge>{poundsText(record.weightLbs)}</Badge>}
        {extrasOf(record).map((extra) => (
          <Badge key={extra} variant="outline">
            {extra}
          </Badge>
        ))}
      </div>
      {words !== undefined && <p>{words}</p>}
      <Treatment record={record} animal={animal} />
      {record.notes !== '' && <p className="whitespace-pre-wrap">{record.notes}</p>}
    </article>
  );
});

function Subject({ animal }: { animal: Animal | undefined }) {
  if (!animal) return <p className="font-semibold">Deleted animal</p>;
  return (
    <h3 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
      <TagLink animal={animal} />
      {animal.name !== null && <span className="min-w-0 font-semibold break-words">{animal.name}</span>}
      <span className="text-sm font-normal text-muted-foreground">{kindWord(animal, today())}</span>
      {animal.status !== 'active' && <Gone animal={animal} />}
    </h3>
  );
}

const Gone = ({ animal }: { animal: Animal }) => <StatusDot status={animal.status} word={useStatusWord(animal)} />;

function Treatment({ record: { veterinarian, medication, dosage, nextDueDate }, animal }: Entry) {
  const parts = [
    veterinarian && `By ${veterinarian}`,
    [medication, dosage].filter(Boolean).join(', '),
    nextDueDate && animal && hasAppointments(animal) && `Next due ${longDate(nextDueDate)}`,
  ].filter(Boolean);
  return parts.length > 0 && <p className="text-sm text-muted-foreground">{parts.join(' · ')}</p>;
}
