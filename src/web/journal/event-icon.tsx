import {
  ChartNoAxesColumn,
  Baby,
  CalendarHeart,
  Skull,
  Droplets,
  Eye,
  Footprints,
  HandCoins,
  LogIn,
  type LucideIcon,
  Milk,
  MilkOff,
  MoveRight,
  NotebookPen,
  Pill,
  Scissors,
  Stethoscope,
  Syringe,
  Tag,
  Undo2,
  Weight,
} from 'lucide-react';
import type { EventKind } from '#domain/records/events.ts';

const icons: Readonly<Record<EventKind, LucideIcon>> = {
  checkup: Stethoscope,
  weighing: Weight,
  treatment: Pill,
  vaccination: Syringe,
  scores: Eye,
  hooves: Footprints,
  weaning: MilkOff,
  shearing: Scissors,
  milking: Droplets,
  dryOff: MilkOff,
  pregnancyCheck: CalendarHeart,
  heat: CalendarHeart,
  abortion: CalendarHeart,
  note: NotebookPen,
  move: MoveRight,
  birth: Baby,
  fostering: Milk,
  birthCheck: Baby,
  breedingValues: ChartNoAxesColumn,
  castration: Scissors,
  tagChange: Tag,
  sale: HandCoins,
  death: Skull,
  slaughter: HandCoins,
  loan: MoveRight,
  return: Undo2,
  arrival: LogIn,
};

export function EventIcon({ kind }: { kind: EventKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className="mt-0.5 size-5.5 shrink-0 text-muted-foreground" strokeWidth={1.75} />;
}
