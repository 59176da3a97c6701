import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { animalsQuery, outsideParentsQuery } from '#web/animals/animals.data.ts';
import { FormBesideList } from '#web/ui/form-beside-list.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BreedingList, BreedingListSkeleton } from './breeding-list.tsx';
import { breedingRecordsQuery } from './breeding.data.ts';
import { MatingForm } from './mating-form.tsx';

export function BreedingPage() {
  const { year } = useSearch({ from: '/shell/farm/breeding' });
  const navigate = useNavigate({ from: '/breeding' });
  const animals = useQuery(animalsQuery);
  const outside = useQuery(outsideParentsQuery);
  const records = useQuery(breedingRecordsQuery);
  const failed = [animals, outside, records].filter(({ isError }) => isError);

  return (
    <>
      <PageHeader title="Breeding Management" />
      <FormBesideList
        form={<MatingForm animals={animals.data} outside={outside.data ?? []} records={records.data ?? []} />}
        list={
          failed[0] ? (
            <LoadFailed
              what="The breeding records"
              error={failed[0].error}
              busy={failed.some(({ isFetching }) => isFetching)}
              onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
            />
          ) : animals.data && outside.data && records.data ? (
            <BreedingList
              records={records.data}
              animals={[...animals.data, ...outside.data]}
              year={year}
              onYear={(next) =>
                void navigate({ search: next === undefined ? {} : { year: next }, replace: true, resetScroll: false })
              }
            />
          ) : (
            <BreedingListSkeleton />
          )
        }
      />
    </>
  );
}
