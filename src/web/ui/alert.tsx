import { type VariantProps, cva } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

const look = cva('flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border px-4 py-3', {
  variants: {
    variant: {
      default: 'bg-straw-soft text-foreground',
      destructive: 'border-destructive/40 bg-destructive-soft text-foreground [&_[data-title]]:text-destructive',
    },
  },
  defaultVariants: { variant: 'default' },
});

interface AlertProps extends Omit<ComponentProps<'div'>, 'title'>, VariantProps<typeof look> {
  title: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

export function Alert({ title, icon, action, variant, className, children, ...props }: AlertProps) {
  return (
    <div className={cn(look({ variant }), className)} {...props}>
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
