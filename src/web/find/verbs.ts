import { type LucideIcon, NotebookPen, Syringe, Weight } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Animal } from '#contract/animals.ts';
import { type FarmRole, mayRecord } from '#domain/accounts/members.ts';
import type { EventKind } from '#domain/records/events.ts';
import { Youngling } from '#web/ui/youngling-icon.tsx';

interface Verb {
  readonly kind: EventKind;
  readonly label: string;
  readonly letter: string;
  readonly icon: LucideIcon | ComponentType<{ 'aria-hidden': true }>;
}

const verbs: readonly Verb[] = [
  { kind: 'weighing', label: 'Weigh', letter: 'W', icon: Weight },
  { kind: 'treatment', label: 'Treat', letter: 'T', icon: Syringe },
  { kind: 'note', label: 'Note', letter: 'N', icon: NotebookPen },
];

export const isOnFarm = ({ status, isReference }: Animal): boolean => status === 'active' && !isReference;

/** The most frequent records of an animal on the farm, as far as the role allows them. */
export function verbsOf(animal: Animal, role: FarmRole): readonly Verb[] {
  if (!isOnFarm(animal)) return [];
  const birth: Verb = { kind: 'birth', label: 'Record birth', letter: 'B', icon: Youngling };
  return [...verbs, ...(animal.sex === 'female' ? [birth] : [])].filter(({ kind }) => mayRecord(role, kind));
}
