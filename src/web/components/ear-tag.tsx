import { cn } from '#web/ui/cn.ts';

interface EarTagProps {
  readonly children: string;
  readonly className?: string;
  /** Takes as many lines as it needs. */
  readonly isWhole?: boolean;
}

/** Looks like the yellow ear tag. A number longer than its line takes a second line, since its end tells it apart. */
export function EarTag({ children, className, isWhole = false }: EarTagProps) {
  return (
    <span
      className={cn(
        'tag inline-flex max-w-full shrink-0 items-center gap-2 rounded-md rounded-l-xl bg-straw py-0.5 pr-2.5 pl-2 text-straw-foreground print:border print:border-black',
        className,
      )}
    >
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-card ring-1 ring-straw-foreground/50" />
      <span className={cn('wrap-anywhere', !isWhole && 'line-clamp-2')}>{children}</span>
    </span>
  );
}
