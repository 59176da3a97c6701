import { cn } from '#web/ui/cn.ts';
import type { Toast } from '#web/lib/use-toast.ts';

/**
 * Top right, below the header. On a phone they cover the page's title and nothing beside it; over a dialog, the area that it leaves
 * free (dialog.tsx).
 */
export const toastsClassName =
  'pointer-events-none fixed top-14 end-0 z-[60] flex max-h-dvh list-none flex-col gap-2 p-1 outline-none max-md:end-auto max-md:start-0 max-md:w-[calc(100vw-6.5rem)] md:w-full md:max-w-[420px] md:in-[:has([data-dock])]:end-96 in-[:has([role=dialog])]:top-0 max-md:in-[:has([role=dialog])]:w-full print:hidden';

const barClassNames = {
  default: 'before:bg-primary',
  neutral: 'before:bg-muted-foreground',
  destructive: 'border-destructive before:bg-destructive',
};

export const toastClassName = (variant: Toast['variant'] = 'default'): string =>
  cn(
    'pointer-events-auto relative flex min-h-11 w-full items-center gap-1 overflow-hidden rounded-xl border bg-popover pe-1 ps-4 leading-snug text-popover-foreground shadow-float before:absolute before:inset-y-0 before:start-0 before:w-1.5',
    barClassNames[variant],
  );

/** What has succeeded takes one line on a phone; a failure is read to its end. */
export const toastBodyClassName = (variant: Toast['variant']): string =>
  cn(
    'min-w-0 flex-1',
    variant === 'destructive' ? 'block py-1' : 'flex gap-x-2 max-md:items-baseline max-md:[&>*]:truncate md:block',
  );

export const toastCloseClassName = 'grid size-10 shrink-0 cursor-pointer place-items-center rounded-lg hover:bg-secondary';

/** Beside an open dialog a long sentence is cut so that it does not cover the Close button; the dialog shows it too. */
export const toastTextClassName = 'text-sm leading-snug in-[:has([role=dialog])]:line-clamp-3';

export const toastTitleClassName = (variant: Toast['variant']): string =>
  cn('font-semibold', variant !== 'destructive' && 'max-md:shrink-0', variant === 'destructive' && 'text-destructive');
