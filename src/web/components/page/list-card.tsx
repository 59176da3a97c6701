import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';

interface ListCardProps {
  readonly title: string;
  readonly summary?: string;
  readonly filter?: ReactNode;
  readonly children: ReactNode;
}

export function ListCard({ title, summary, filter, children }: ListCardProps) {
  return (
    <Card aria-label={title} className="overflow-hidden print:border-0 print:shadow-none">
      <header className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-2 sm:px-5">
        <h2 className="title text-lg">
          {title}
          {summary && <span className="ms-2 text-base font-medium text-muted-foreground">{summary}</span>}
        </h2>
        {filter}
      </header>
      {children}
    </Card>
  );
}
