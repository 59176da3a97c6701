import { cn } from './cn.ts';

/** The look of a link that filters the list below it. */
export const filterChip = (isChosen: boolean): string =>
  cn(
    'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-lg border px-3.5 font-medium whitespace-nowrap',
    isChosen ? 'bg-foreground text-background' : 'bg-card hover:bg-secondary',
  );
