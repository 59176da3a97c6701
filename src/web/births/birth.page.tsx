import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { useAwakeScreen } from '#web/lib/device/use-awake-screen.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { BirthForm } from './birth-form.tsx';
import { FindDam } from './find-dam.tsx';

export function BirthPage() {
  useAwakeScreen();
  const { dam: damId } = useSearch({ from: '/shell/births/new' });
  const herd = useQuery(animalsQuery);
  const dam = herd.data?.find(({ id, sex }) => id === damId && sex === 'female');
  usePageTitle('Record birth');
  return (
    <>
      {/* Leaving needs no question, because what was typed stays as a draft. */}
      <PageHeader title="Record birth" back={{ to: '/births', label: 'Births' }} />
      {herd.isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.data && damId === undefined && <FindDam />}
      {herd.data && damId !== undefined && !dam && <NoSuchDam />}
      {dam && <BirthForm key={dam.id} dam={dam} herd={herd.data ?? []} />}
    </>
  );
}

const NoSuchDam = () => (
  <EmptyState
    drawing={<BrokenFence />}
    title="This animal is not on your farm or is not a female."
    action={<LinkButton to="/births/new">Find her</LinkButton>}
  />
);
