import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { animalsQuery } from '#web/animals/animals.data.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { FormBesideList } from '#web/ui/form-beside-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CheckupForm } from './checkup-form.tsx';
import { healthRecordsQuery } from './health.data.ts';
import { RecordList, RecordListSkeleton } from './record-list.tsx';

export function HealthPage() {
  const { animalId } = useSearch({ from: '/shell/farm/health' });
  const navigate = useNavigate({ from: '/health' });
  const animals = useQuery(animalsQuery);
  const records = useQuery(healthRecordsQuery);
  const failed = [animals, records].filter(({ isError }) => isError);

  const pick = (id: string | undefined) =>
    void navigate({ search: id === undefined ? {} : { animalId: id }, replace: true, resetScroll: false });

  return (
    <>
      <PageHeader title="Health Records" />
      <FormBesideList
        form={
          <CheckupForm
            animals={animals.data?.filter(({ status }) => status === 'active')}
            records={records.data ?? []}
            animalId={animalId}
            onPick={pick}
          />
        }
        list={
          failed[0] ? (
            <LoadFailed
              what="The health records"
              error={failed[0].error}
              busy={failed.some(({ isFetching }) => isFetching)}
              onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
            />
          ) : animals.data && records.data ? (
            <RecordList records={records.data} animals={animals.data} animalId={animalId} />
          ) : (
            <RecordListSkeleton />
          )
        }
      />
    </>
  );
}
