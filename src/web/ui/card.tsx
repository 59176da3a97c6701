import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

const layouts = { column: 'flex flex-col', row: 'flex', grid: 'grid' } as const;

export function Card({ layout = 'column', className, ...props }: ComponentProps<'section'> & { layout?: keyof typeof layouts }) {
  return (
    <section
      className={cn('rounded-xl border bg-card text-card-foreground shadow-card', layouts[layout], className)}
      {...props}
    />
  );
}

interface HeaderProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

export function CardHeader({ title, description, actions }: HeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5">
      <div className="min-w-0">
        <h2 className="title text-lg">{title}</h2>
        {description && <p className="text-muted-foreground">{description}</p>}
      </div>
      {actions}
    </header>
  );
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('px-5 py-5', className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<'footer'>) {
  return <footer className={cn('mt-auto flex flex-wrap items-center gap-2.5 border-t px-5 py-4', className)} {...props} />;
}
