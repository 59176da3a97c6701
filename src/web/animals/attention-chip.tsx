import { Ban, CalendarClock, ClockAlert, type LucideIcon, Thermometer } from 'lucide-react';
import { Badge } from '#web/ui/badge.tsx';
import type { Attention } from './attention.ts';

const icons: Readonly<Record<Attention['kind'], LucideIcon>> = {
  overdue: ClockAlert,
  sick: Thermometer,
  due: CalendarClock,
  withheld: Ban,
};

interface Props {
  readonly attention: Attention;
  /** Shows only the icon; the words are for screen readers and the tooltip. */
  readonly isShort?: boolean;
}

export function AttentionChip({ attention: { kind, text }, isShort = false }: Props) {
  const Icon = icons[kind];
  return (
    <Badge
      variant={kind === 'overdue' || kind === 'sick' ? 'destructive' : 'straw'}
      className="max-w-full"
      title={isShort ? text : undefined}
    >
      <Icon aria-hidden />
      <span className={isShort ? 'sr-only' : 'truncate'}>{text}</span>
    </Badge>
  );
}
