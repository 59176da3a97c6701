import type { ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { CalendarDate } from '#domain/dates.ts';
import { gramsPer } from '#domain/weights.ts';
import { speciesLabels } from '#web/herd/animal-labels.ts';
import { isNotLookedAt, notLookedAt } from '#domain/animals.ts';
import { Grade, StatusDot } from '#web/herd/animal-badges.tsx';
import type { HerdColumn } from '#web/herd/herd-filter.ts';
import { ageOf, kindWord } from '#web/herd/who-text.ts';
import { dollars } from '#web/lib/format.ts';
import { roundedWeight, shortUnit, weightUnit } from '#web/lib/weight-text.ts';
import { attentionOf } from './attention.ts';
import { AttentionChip } from './attention-chip.tsx';
import type { HerdFacts } from './use-herd-facts.ts';

interface Column {
  readonly label: string;
  /** In rem. */
  readonly width: number;
  readonly isNumber?: true;
  readonly cell: (animal: Animal, facts: HerdFacts, now: CalendarDate) => ReactNode;
}

export type OwnColumn = Exclude<HerdColumn, 'tag' | 'name'>;

/** In the order in which they stand. */
export const columns: Readonly<Record<OwnColumn, Column>> = {
  kind: { label: 'Sex', width: 6.5, cell: (animal, _, now) => kindWord(animal, now) },
  breed: { label: 'Breed', width: 7.5, cell: ({ breed }) => breed },
  species: { label: 'Species', width: 5.5, cell: ({ species }) => speciesLabels[species] },
  age: { label: 'Age', width: 4.5, isNumber: true, cell: (animal, _, now) => ageOf(animal, now) },
  weight: {
    get label() {
      return `Weight, ${shortUnit()}`;
    },
    width: 6,
    isNumber: true,
    cell: (_, { state }) => state?.lastWeightGrams != null && roundedWeight(state.lastWeightGrams),
  },
  gain: {
    get label() {
      return `${shortUnit()} a day`;
    },
    width: 5.5,
    isNumber: true,
    cell: (_, { state }) => state?.gainGramsPerDay != null && (state.gainGramsPerDay / gramsPer[weightUnit()]).toFixed(2),
  },
  place: { label: 'Place', width: 8, cell: (_, { where }) => where },
  health: {
    label: 'Health',
    width: 8,
    cell: (animal, { checkedOn }) =>
      !animal.isReference &&
      (checkedOn !== undefined && isNotLookedAt(animal, checkedOn) ? (
        <span className="text-muted-foreground">{notLookedAt}</span>
      ) : (
        <Grade status={animal.healthStatus} />
      )),
  },
  attention: {
    label: 'Attention',
    width: 11.5,
    cell: (animal, facts, now) => {
      const attention = attentionOf(animal, facts, now);
      // The column beside it says how its health is.
      return (
        attention && <AttentionChip attention={attention.kind === 'sick' ? { ...attention, text: 'Look today' } : attention} />
      );
    },
  },
  price: {
    label: 'For sale',
    width: 5.5,
    isNumber: true,
    cell: ({ forSale, salePrice }) => forSale && (salePrice === null ? 'Yes' : dollars(salePrice)),
  },
  status: {
    label: 'Status',
    width: 5.5,
    cell: ({ status, isReference }) => (isReference ? 'Outside' : <StatusDot status={status} isPlain />),
  },
};

/** Where there is no room for all, the first ones are shown. */
const byImportance: readonly OwnColumn[] = [
  'kind',
  'attention',
  'health',
  'weight',
  'age',
  'place',
  'price',
  'breed',
  'status',
  'gain',
  'species',
];

export const [tagWidth, nameWidth, choiceWidth, menuWidth] = [8.5, 8, 2.5, 2.5];

/** Which of the chosen columns fit into `room`, in rem, in the order in which they stand. */
export function fittingColumns(chosen: ReadonlySet<OwnColumn>, room: number): readonly OwnColumn[] {
  let left = room - tagWidth - nameWidth - choiceWidth - menuWidth;
  const fitting = new Set<OwnColumn>();
  for (const column of byImportance) {
    if (!chosen.has(column)) continue;
    if (columns[column].width > left) break;
    fitting.add(column);
    left -= columns[column].width;
  }
  return (Object.keys(columns) as OwnColumn[]).filter((column) => fitting.has(column));
}

const key = 'herd columns';

/** Those that were switched off on this device. */
export function readHiddenColumns(): ReadonlySet<string> {
  try {
    return new Set(localStorage.getItem(key)?.split(',').filter(Boolean));
  } catch {
    return new Set();
  }
}

export function storeHiddenColumns(hidden: ReadonlySet<string>): void {
  try {
    localStorage.setItem(key, [...hidden].join(','));
  } catch {
    // Without storage it lasts until the page is left.
  }
}
