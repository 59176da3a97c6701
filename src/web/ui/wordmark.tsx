import { productTitle } from '#domain/product.ts';
import { cn } from '#web/lib/cn.ts';
import { Bell } from './icons.tsx';

/** The bell and the name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn('title inline-flex items-center gap-2.5 text-xl', className)}>
      <Bell aria-hidden className="size-[1.4em]" />
      {productTitle}
    </span>
  );
}
