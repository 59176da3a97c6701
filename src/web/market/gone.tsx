import { ApiError } from '#web/lib/server/api.ts';
import { PriceTag } from '#web/ui/drawings/price-tag.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';

export const isGone = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Replaces a marketplace page whose subject is not offered. */
export function Gone({ header, title, children }: { header: string; title: string; children: string }) {
  return (
    <>
      <PageHeader title={header} />
      <EmptyState drawing={<PriceTag />} title={title} action={<LinkButton to="/for-sale">See other animals</LinkButton>}>
        {children}
      </EmptyState>
    </>
  );
}
