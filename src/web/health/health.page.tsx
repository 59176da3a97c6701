import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { mayRecord } from '#domain/accounts/members.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { FormBesideList } from '#web/components/forms/form-beside-list.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { useFarmRole } from '#web/lib/session/session.ts';
import { CheckupForm } from './checkup-form.tsx';
import { healthRecordsQuery } from './health.data.ts';
import { RecordList, RecordListSkeleton } from './record-list.tsx';

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
