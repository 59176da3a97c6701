import { Ban, CalendarClock, ClockAlert, type LucideIcon, Thermometer } from 'lucide-react';
import { Badge } from '#web/ui/badge.tsx';
import type { Attention } from './attention.ts';

const icons: Readonly<Record<Attention['kind'], LucideIcon>> = {
  overdue: ClockAlert,
  sick: Thermometer,
  due: CalendarClock,
  withheld: Ban,
};

export function AttentionChip({ attention: { kind, text } }: { attention: Attention }) {
  const Icon = icons[kind];
  return (
    <Badge variant={kind === 'overdue' || kind === 'sick' ? 'destructive' : 'straw'} className="max-w-full">
      <Icon aria-hidden />
      <span className="truncate">{text}</span>
    </Badge>
  );
}
