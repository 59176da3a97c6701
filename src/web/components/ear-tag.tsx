import type { ReactNode } from 'react';
import { cn } from '#web/ui/cn.ts';

interface EarTagProps {
  readonly children: ReactNode;
  readonly className?: string;
  /** Lets the number wrap to as many lines as it needs. */
  readonly isWhole?: boolean;
  /** For a narrow column. */
  readonly isSmall?: boolean;
}

/**
 * Looks like an ear tag in paper and ink, because yellow marks what needs attention now. A number longer than its line wraps,
 * because its end tells it apart.
 */
export function EarTag({ children, className, isWhole = false, isSmall = false }: EarTagProps) {
  // An animal is found by its last digits, so what precedes them is a shade lighter.
  const [, before, digits] = (typeof children === 'string' && /^(.*\D)(\d+)$/.exec(children)) || ['', '', children];
  return (
    <span
      className={cn(
        'tag inline-flex max-w-full shrink-0 items-center rounded-md rounded-s-xl border border-muted-foreground bg-card py-0.5 text-foreground',
        isSmall ? 'gap-1 px-1 text-sm' : 'gap-2 pe-2.5 ps-2',
        className,
      )}
    >
      <span aria-hidden className={cn('shrink-0 rounded-full ring-1 ring-muted-foreground', isSmall ? 'size-1.5' : 'size-2')} />
      <span dir="auto" className={cn('wrap-anywhere', !isWhole && 'line-clamp-2')}>
        <span className="text-muted-foreground">{before}</span>
        {digits}
      </span>
    </span>
  );
}
