import { productTitle } from '#domain/product.ts';
import { cn } from '#web/ui/cn.ts';
import { Bell } from '#web/ui/icons.tsx';

export function Wordmark({ size = 'text-xl' }: { size?: string }) {
  return (
    <span className={cn('title inline-flex items-center gap-2.5', size)}>
      <Bell aria-hidden className="size-[1.4em]" />
      {productTitle}
    </span>
  );
}
