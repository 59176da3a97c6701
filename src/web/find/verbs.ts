import { type LucideIcon, NotebookPen, Syringe, Weight } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Animal } from '#contract/animals.ts';
import { speciesTerms } from '#domain/animals.ts';
import type { EventKind } from '#domain/records/events.ts';
import { Youngling } from '#web/ui/icons.tsx';

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

/** What is most often recorded of an animal on the farm. */
export const verbsOf = ({ status, isReference, sex, species }: Animal): readonly Verb[] =>
  status !== 'active' || isReference
    ? []
    : [
        ...verbs,
        ...(sex === 'female'
          ? [{ kind: 'birth', label: `She ${speciesTerms[species].gaveBirth}`, letter: 'B', icon: Youngling } as const]
          : []),
      ];

export const canRecord = (animal: Animal): boolean => verbsOf(animal).length > 0;
