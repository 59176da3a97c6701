import { useOpened } from '#web/components/dialogs/use-opened.ts';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { animalsQuery, outsideParentsQuery, breedingRecordsQuery } from '#web/herd/data/animals.queries.ts';
import { FormBesideList } from '#web/components/forms/form-beside-list.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { useRights } from '#web/lib/session/session.ts';
import { MatingForm } from './mating-form.tsx';
import { Fragment } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { count, shortDate } from '#web/lib/text/format.ts';
import { useRequestedRecord } from '#web/lib/forms/open-form.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { ListCard } from '#web/components/page/list-card.tsx';
import { PageList } from '#web/components/page/page-list.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BreedingEntry } from './breeding-entry.tsx';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { type Breeding, breedingsOf, breedingYears, ofYear, expectationOf, stateText } from './breeding-history.ts';
import { EditRecordDialog, recordForms } from './edit-record-dialog.tsx';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { today } from '#web/lib/text/today.ts';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { isPlanned } from '#domain/records/breeding.ts';
import { DangerDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { PairName } from './pair-name.tsx';

export function BreedingPage() {
  const { year } = useSearch({ from: '/shell/breeding' });
  const navigate = useNavigate({ from: '/breeding' });
  const animals = useQuery(animalsQuery);
  // Reference animals name outside sires; the page works without them.
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  const records = useQuery(breedingRecordsQuery);
  const mayRecord = useRights().has('record');

  const show = (next: string | undefined) =>
    void navigate({ search: next === undefined ? {} : { year: next }, replace: true, state: true, resetScroll: false });

  return (
    <>
      <PageHeader title="Breeding Management" />
      {animals.isError ? (
        <QueryFailed what="The animals" query={animals} />
      ) : (
        <FormBesideList
          form={mayRecord && <MatingForm animals={animals.data} outside={outside} />}
          list={
            records.isError ? (
              <QueryFailed what="The breeding records" query={records} />
            ) : animals.data && records.data ? (
              <BreedingList records={records.data} animals={[...animals.data, ...outside]} year={year} onYear={show} />
            ) : (
              // Below the form it would move when the form has loaded.
              <div className="hidden @4xl:block">
                <BreedingListSkeleton />
              </div>
            )
          }
        />
      )}
    </>
  );
}

interface BreedingListProps {
  readonly records: readonly BreedingRecord[];
  /** Including reference animals, so that an outside sire has a name. */
  readonly animals: readonly Animal[];
  readonly year: string | undefined;
  readonly onYear: (year: string | undefined) => void;
}

function BreedingList({ records, animals, year, onYear }: BreedingListProps) {
  const { opened, open, close } = useOpened<{ breeding: Breeding; as: 'edit' | 'delete' }>();
  const isPrinting = usePrinting();
  const { expected } = usePregnancies();
  const breedings = breedingsOf(ofYear(records, year), animals, expected);
  const edit = (breeding: Breeding) => open({ breeding, as: 'edit' });
  const remove = (breeding: Breeding) => open({ breeding, as: 'delete' });
  useRequestedRecord(recordForms, records, (record) => record && breedingsOf([record], animals, expected).forEach(edit));
  return (
    <ListCard
      title="Recent Breeding Records"
      {...(breedings.length > 0 && { summary: count(breedings.length) })}
      filter={(records.length > 0 || year !== undefined) && <YearFilter records={records} year={year} onYear={onYear} />}
    >
      {breedings.length === 0 ? (
        <EmptyState
          drawing={<MotherAndYoung />}
          title={year === undefined ? 'No breeding records yet. Create one above!' : `No breeding records found for ${year}.`}
        />
      ) : isPrinting ? (
        <BreedingPrint breedings={breedings} />
      ) : (
        <PageList items={breedings} keyOf={({ record }) => record.id} estimate={132} label="Recent Breeding Records">
          {(breeding) => <BreedingEntry breeding={breeding} onEdit={edit} onDelete={remove} />}
        </PageList>
      )}
      {opened?.of.as === 'edit' && (
        <EditRecordDialog breeding={opened.of.breeding} animals={animals} isOpen={opened.isOpen} onClose={close} />
      )}
      {opened?.of.as === 'delete' && <DeleteRecordDialog breeding={opened.of.breeding} isOpen={opened.isOpen} onClose={close} />}
    </ListCard>
  );
}

function YearFilter({ records, year, onYear }: Pick<BreedingListProps, 'records' | 'year' | 'onYear'>) {
  const years = breedingYears(records);
  const shown = year === undefined || years.includes(year) ? years : [...years, year].toSorted().toReversed();
  return (
    <Select
      aria-label="Year"
      width="w-36"
      className="print:hidden"
      options={[{ value: 'all', label: 'All Years' }, ...shown.map((one) => ({ value: one, label: one }))]}
      value={year ?? 'all'}
      onChange={(next) => onYear(next === 'all' ? undefined : next)}
    />
  );
}

function BreedingListSkeleton() {
  return (
    <ListCard title="Recent Breeding Records">
      <output className="sr-only">Loading breeding records...</output>
      {[0, 1, 2, 3].map((line) => (
        <div key={line} className="flex flex-col gap-3 border-b px-5 py-5">
          <Skeleton className="h-7 w-64 max-w-full" />
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-5 w-56" />
        </div>
      ))}
    </ListCard>
  );
}

function BreedingPrint({ breedings }: { breedings: readonly Breeding[] }) {
  return (
    <PrintTable columns={['Bred', 'Female', 'Male', 'Due', 'Born', 'Outcome', 'Offspring', 'Notes']}>
      {breedings.map((breeding) => (
        <Row key={breeding.record.id} breeding={breeding} />
      ))}
    </PrintTable>
  );
}

function Row({ breeding }: { breeding: Breeding }) {
  const { record, father, mother, offspring } = breeding;
  const expected = expectationOf(breeding, today());
  return (
    <tr>
      <td>
        {shortDate(record.breedingDate)}
        {isPlanned(record.breedingDate, today()) && ' (planned)'}
      </td>
      <td>{mother ? <AnimalName animal={mother} /> : gone}</td>
      <td>{father ? <AnimalName animal={father} /> : gone}</td>
      <td>
        {expected && [expected.dueDate, expected.until].flatMap((day) => (day === null ? [] : shortDate(day))).join(' to ')}
      </td>
      <td>{record.actualBirthDate && shortDate(record.actualBirthDate)}</td>
      <td>{stateText(breeding)}</td>
      <td>
        {offspring.map((young, place) => (
          <Fragment key={young.id}>
            {place > 0 && ', '}
            <AnimalName animal={young} />
          </Fragment>
        ))}
      </td>
      <td>{record.notes}</td>
    </tr>
  );
}

const gone = 'Deleted animal';

interface DeleteRecordDialogProps extends OpenProps {
  readonly breeding: Breeding;
}

function DeleteRecordDialog({ isOpen, breeding, onClose }: DeleteRecordDialogProps) {
  const { mutateAsync: deleteRecord, isPending } = useCall('deleteBreedingRecord');
  const remove = async () => {
    await deleteRecord({ params: { id: breeding.record.id } }).then(
      (reply) => {
        toastSaved(reply, { title: 'Breeding record deleted successfully' });
        onClose();
      },
      (error: unknown) => toastFailure(error, 'Failed to delete breeding record'),
    );
  };
  return (
    <DangerDialog
      isOpen={isOpen}
      isBusy={isPending}
      onClose={onClose}
      title={
        <span dir="auto" className="line-clamp-3 wrap-anywhere">
          Delete the record of <PairName breeding={breeding} />?
        </span>
      }
      description="This action cannot be undone. This will permanently delete the breeding record."
      act="Delete"
      acting="Deleting..."
      onAct={() => void remove()}
    />
  );
}
