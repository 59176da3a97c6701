import type { ReactNode } from 'react';
import { Card, CardHeader } from '#web/ui/card.tsx';

export function ChartCard({
  title,
  description,
  actions,
  children,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card aria-label={title} className="@container min-w-0 overflow-hidden break-inside-avoid print:shadow-none">
      <CardHeader title={title} description={description} />
      {actions && <div className="px-5 pt-4 print:hidden">{actions}</div>}
      <div className="px-5 pt-3 pb-5">{children}</div>
    </Card>
  );
}
