import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '#web/lib/server/site.ts';
import { cn } from '#web/ui/cn.ts';

/** The support address, if the people who run the site have set one. */
export function SupportLine({ className }: { readonly className?: string }) {
  const { data: site } = useQuery(siteQuery);
  if (!site?.supportAddress) return null;
  return (
    <p className={cn('text-muted-foreground', className)}>
      Questions?{' '}
      <a
        href={`mailto:${site.supportAddress}`}
        className="font-medium wrap-anywhere text-primary underline decoration-1 underline-offset-4"
      >
        {site.supportAddress}
      </a>
    </p>
  );
}
