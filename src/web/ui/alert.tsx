import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

const variants = {
  default: 'bg-straw-soft',
  destructive: 'border-destructive/40 bg-destructive-soft [&_[data-title]]:text-destructive',
} as const;

interface AlertProps extends Omit<ComponentProps<'div'>, 'title'> {
  variant?: keyof typeof variants;
  title: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

export function Alert({ title, icon, action, variant = 'default', className, children, ...props }: AlertProps) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border px-4 py-3 text-foreground',
        variants[variant],
        className,
      )}
      {...props}
    >
      {icon && (
        <span aria-hidden className="[&>svg]:size-6">
          {icon}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-52">
        <p data-title className="font-semibold">
          {title}
        </p>
        {children && <div className="text-sm">{children}</div>}
      </div>
      {action}
    </div>
  );
}
