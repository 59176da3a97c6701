import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

/** A small drawing, one sentence, and the one button that helps. */
export function EmptyState({
  drawing,
  title,
  children,
  action,
  className,
}: {
  drawing: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn('flex flex-col items-center gap-3 px-6 py-14 text-center', className)}>
      <div aria-hidden className="text-muted-foreground [&>svg]:h-28 [&>svg]:w-auto">
        {drawing}
      </div>
      <p className="title text-lg">{title}</p>
      {children && <p className="max-w-prose text-muted-foreground">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
