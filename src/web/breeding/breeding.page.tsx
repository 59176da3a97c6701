import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { FormBesideList } from '#web/components/forms/form-beside-list.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { BreedingList, BreedingListSkeleton } from './breeding-list.tsx';
import { breedingRecordsQuery } from '#web/herd/data/animals.queries.ts';
import { useRights } from '#web/lib/session/session.ts';
import { MatingForm } from './mating-form.tsx';

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
