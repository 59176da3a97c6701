import { cn } from '#web/ui/cn.ts';
import type { Toast } from '#web/lib/use-toast.ts';

/**
 * Top right, in the area that dialogs leave free (dialog.tsx). On a phone they leave the menu button free and end above the page's
 * title.
 */
export const toastsClassName =
  'pointer-events-none fixed top-0 right-0 z-[60] flex max-h-dvh w-[calc(100vw-3.25rem)] list-none flex-col gap-2 p-2 outline-none md:w-full md:max-w-[420px] md:in-[:has([data-dock])]:right-96 max-md:in-[:has([role=dialog])]:w-full print:hidden';

const barClassNames = {
  default: 'before:bg-primary',
  neutral: 'before:bg-muted-foreground',
  destructive: 'border-destructive before:bg-destructive',
};

export const toastClassName = (variant: Toast['variant'] = 'default'): string =>
  cn(
    'pointer-events-auto relative flex w-full items-center gap-1 overflow-hidden rounded-xl border bg-popover py-1 pr-1 pl-4 leading-snug text-popover-foreground shadow-float before:absolute before:inset-y-0 before:left-0 before:w-1.5',
    barClassNames[variant],
  );

export const toastBodyClassName = 'block min-w-0 flex-1 py-1';

export const toastCloseClassName = 'grid size-11 shrink-0 cursor-pointer place-items-center rounded-lg hover:bg-secondary';

/** Beside an open dialog a long sentence is cut so that it does not cover the Close button; the dialog shows it too. */
export const toastTextClassName = 'text-sm leading-snug in-[:has([role=dialog])]:line-clamp-3';

export const toastTitleClassName = (variant: Toast['variant']): string =>
  cn('font-semibold', variant === 'destructive' && 'text-destructive');
