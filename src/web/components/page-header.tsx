import type { ReactNode } from 'react';
import { cn } from '#web/ui/cn.ts';

interface PageHeaderProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  /** Compact on a phone, for lists that need the whole screen; its actions are then icons or one short word. */
  readonly isDense?: boolean;
}

export function PageHeader({ title, subtitle, actions, isDense = false }: PageHeaderProps) {
  return (
    <header
      className={cn(
        'flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:mb-6 sm:gap-y-4 sm:short:mb-2',
        isDense ? 'mb-1 max-sm:-mt-4 max-sm:items-center max-sm:gap-1' : 'mb-4',
      )}
    >
      <div className={cn('min-w-0 flex-1 basis-60', isDense && 'max-sm:basis-48')}>
        <h1 className={cn('title text-2xl leading-tight wrap-anywhere sm:text-3xl', isDense && 'max-sm:text-xl')}>{title}</h1>
        {subtitle && (
          <p className={cn('text-muted-foreground wrap-anywhere sm:mt-1', isDense ? 'max-sm:text-[0.8125rem]' : 'mt-1')}>
            {subtitle}
          </p>
        )}
      </div>
      {actions && (
        <div className={cn('flex flex-wrap gap-2.5 print:hidden', isDense ? 'max-sm:gap-0' : 'max-sm:w-full max-sm:[&>*]:grow')}>
          {actions}
        </div>
      )}
    </header>
  );
}
