import type { ReactNode } from 'react';

/** The one title of a page, what it is for, and what one can do here. */
export function PageHeader({ title, subtitle, actions }: { title: string; subtitle?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="title text-2xl leading-tight sm:text-3xl">{title}</h1>
        {subtitle && <p className="mt-1 text-muted-foreground">{subtitle}</p>}
      </div>
      {actions && (
        <div className="flex w-full flex-wrap gap-2.5 sm:w-auto print:hidden [&>*]:grow sm:[&>*]:grow-0">{actions}</div>
      )}
    </header>
  );
}
