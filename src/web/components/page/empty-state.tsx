import type { ReactNode } from 'react';
import { cn } from '#web/ui/cn.ts';

export function EmptyState({
  drawing,
  title,
  children,
  action,
  isChart = false,
}: {
  drawing: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  isChart?: boolean;
}) {
  return (
    <div
      className={cn(
        'flex flex-col items-center gap-3 px-6 text-center',
        isChart ? 'min-h-75 justify-center py-6' : 'py-8 sm:py-10',
      )}
    >
      <div aria-hidden className="text-muted-foreground [&>svg]:h-28 [&>svg]:max-w-full">
        {drawing}
      </div>
      <p className="title text-lg">{title}</p>
      {children && <p className="max-w-prose text-muted-foreground">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
