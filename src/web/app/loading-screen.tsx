import { PageHeader } from '#web/components/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The layout of a farm's screen while its code is loading. */
export const LoadingScreen = ({ title }: { readonly title: string | undefined }) => (
  <>
    {title === undefined ? <Skeleton className="mb-6 h-9 w-48" /> : <PageHeader title={title} />}
    <div className="flex max-w-3xl flex-col gap-3">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} shape="control" className="h-16" />
      ))}
    </div>
  </>
);
