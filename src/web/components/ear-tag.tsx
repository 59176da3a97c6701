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

/** Of a long number, what fits on two lines of a list: its beginning, and its end, which tells it apart. */
const [mostShown, beginning, end] = [20, 7, 9];

function shorten(tag: string): string {
  const letters = Array.from(tag);
  return letters.length <= mostShown ? tag : `${letters.slice(0, beginning).join('')}…${letters.slice(-end).join('')}`;
}

/**
 * Looks like an ear tag in paper and ink, because yellow marks what needs attention now. A number longer than its line wraps, and a very
 * long one is cut in its middle, with the whole number for the mouse and for screen readers.
 */
export function EarTag({ children, className, isWhole = false, isSmall = false }: EarTagProps) {
  const whole = typeof children === 'string' ? children : undefined;
  const shown = whole === undefined || isWhole ? children : shorten(whole);
  const isCut = shown !== children;
  // An animal is found by its last digits, so what precedes them is a shade lighter.
  const [, before, digits] = (typeof shown === 'string' && /^(.*\D)(\d+)$/.exec(shown)) || ['', '', shown];
  return (
    <span
      title={isCut ? whole : undefined}
      className={cn(
        'tag inline-flex max-w-full shrink-0 items-center rounded-md rounded-s-xl border border-muted-foreground bg-card py-0.5 text-foreground',
        isSmall ? 'gap-1 px-1 text-sm' : 'gap-2 pe-2.5 ps-2',
        className,
      )}
    >
      <span aria-hidden className={cn('shrink-0 rounded-full ring-1 ring-muted-foreground', isSmall ? 'size-1.5' : 'size-2')} />
      {isCut && <span className="sr-only">{whole}</span>}
      <span dir="auto" aria-hidden={isCut || undefined} className="wrap-anywhere">
        <span className="text-muted-foreground">{before}</span>
        {digits}
      </span>
    </span>
  );
}
