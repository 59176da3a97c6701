import { cn } from './cn.ts';

/** The line of such links, which is scrolled sideways where it is too long. */
export const filterChips =
  '-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:px-0 sm:[scrollbar-width:thin] print:hidden';

/** The look of a link that filters the list below it. */
export const filterChip = (isChosen: boolean): string =>
  cn(
    'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-lg border px-3.5 font-medium whitespace-nowrap',
    isChosen ? 'bg-foreground text-background' : 'bg-card hover:bg-secondary',
  );

/** Among other small controls: 36 pixels high, with a touch target of 48. */
export const smallFilterChip = (isChosen: boolean): string =>
  cn(
    'relative inline-flex h-9 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm font-medium whitespace-nowrap after:absolute after:-inset-y-1.5 after:inset-x-0',
    isChosen ? 'border-foreground bg-foreground text-background' : 'bg-card hover:bg-secondary',
  );
