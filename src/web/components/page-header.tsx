import type { ReactNode } from 'react';

/** On a phone the actions stand at the bottom, where the thumb is. */
export function PageHeader({ title, subtitle, actions }: { title: string; subtitle?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="title text-2xl leading-tight wrap-anywhere sm:text-3xl">{title}</h1>
        {subtitle && <p className="mt-1 wrap-anywhere text-muted-foreground">{subtitle}</p>}
      </div>
      {actions && (
        <div
          data-page-actions
          className="z-20 flex flex-wrap gap-2.5 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:border-t max-sm:bg-background max-sm:px-4 max-sm:pt-2.5 max-sm:pb-[max(0.625rem,env(safe-area-inset-bottom))] print:hidden max-sm:[&>*]:grow"
        >
          {actions}
        </div>
      )}
    </header>
  );
}
