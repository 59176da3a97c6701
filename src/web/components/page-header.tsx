import type { ReactNode } from 'react';

export function PageHeader({ title, subtitle, actions }: { title: string; subtitle?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="title text-2xl leading-tight wrap-anywhere sm:text-3xl">{title}</h1>
        {subtitle && <p className="mt-1 wrap-anywhere text-muted-foreground">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2.5 max-sm:w-full print:hidden max-sm:[&>*]:grow">{actions}</div>}
    </header>
  );
}
