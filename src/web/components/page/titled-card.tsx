import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';

interface TitledCardProps {
  readonly title: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A card with its heading, which also names it for screen readers. */
export function TitledCard({ title, className, children }: TitledCardProps) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading} className={cn('p-4', className)}>
      <h2 id={heading} className="title text-lg">
        {title}
      </h2>
      {children}
    </Card>
  );
}
