import type { ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import { isForSale } from '#domain/records/animal-values.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { gramsPer } from '#domain/values/weights.ts';
import { kindWord } from '#domain/records/births.ts';
import { speciesLabels } from '#web/herd/animal/animal-labels.ts';
import { isNotLookedAt, notLookedAt } from '#domain/records/animals.ts';
import { isAtBirth } from './animal-rows.tsx';
import { Grade, StatusDot } from '#web/herd/animal/animal-badges.tsx';
import type { HerdColumn } from '#web/herd/list/herd-filter.ts';
import { ageOf } from '#web/herd/animal/who-text.ts';
import { readSetting, storeSetting } from '#web/lib/device/device-setting.ts';
import { dollars } from '#web/lib/text/format.ts';
import { roundedWeight, weightUnit } from '#web/lib/text/weight-text.ts';
import { attentionOf } from './attention.ts';
import { AttentionChip } from './attention-chip.tsx';
import type { HerdFacts } from './use-herd-facts.ts';

interface Column {
  readonly label: string;
  /** Width in rem. */
  readonly width: number;
  /** Width in rem when the recording panel is open. */
  readonly narrow?: number;
  readonly isNumber?: true;
  readonly cell: (animal: Animal, facts: HerdFacts, now: CalendarDate, isNarrow: boolean) => ReactNode;
}

export type OwnColumn = Exclude<HerdColumn, 'tag' | 'name'>;

/** In the order of the table. */
export const columns: Readonly<Record<OwnColumn, Column>> = {
  kind: { label: 'Sex', width: 6.5, narrow: 5.25, cell: (animal, _, now) => kindWord(animal, now) },
  breed: { label: 'Breed', width: 7.5, cell: ({ breed }) => breed },
  species: { label: 'Species', width: 5.5, cell: ({ species }) => speciesLabels[species] },
  age: { label: 'Age', width: 4.5, isNumber: true, cell: (animal, _, now) => ageOf(animal, now) },
  weight: {
    get label() {
      return `Weight, ${weightUnit()}`;
    },
    width: 6,
    narrow: 5.5,
    isNumber: true,
    cell: (animal, { state }) =>
      state?.lastWeightGrams != null && (
        <>
          {isAtBirth(animal, state) && <span className="text-muted-foreground">birth </span>}
          {state.isLastWeightEstimate && <span className="text-muted-foreground">est. </span>}
          {roundedWeight(state.lastWeightGrams)}
        </>
      ),
  },
  gain: {
    get label() {
      return `${weightUnit()} a day`;
    },
    width: 5.5,
    isNumber: true,
    cell: (_, { state }) => state?.gainGramsPerDay != null && (state.gainGramsPerDay / gramsPer[weightUnit()]).toFixed(2),
  },
  place: { label: 'Place', width: 8, cell: (_, { where }) => where },
  health: {
    label: 'Health',
    width: 8,
    narrow: 4,
    cell: (animal, { checkedOn }, _, isNarrow) =>
      !animal.isReference && (
        <span className="flex items-center gap-1.5">
          <Grade status={animal.healthStatus} isShort={isNarrow} />
          {checkedOn !== undefined && isNotLookedAt(animal, checkedOn) && (
            <span dir="auto" className="truncate text-muted-foreground">
              <span aria-hidden title={notLookedAt}>
                ?
              </span>
              <span className="sr-only">{notLookedAt.toLowerCase()}</span>
            </span>
          )}
        </span>
      ),
  },
  attention: {
    label: 'Attention',
    width: 9.5,
    narrow: 5,
    cell: (animal, facts, now, isNarrow) => {
      const attention = attentionOf(animal, facts, now);
      // The column beside this one already shows the health.
      return (
        attention && (
          <AttentionChip
            attention={attention.kind === 'sick' ? { ...attention, text: 'Look today' } : attention}
            isShort={isNarrow}
          />
        )
      );
    },
  },
  price: {
    label: 'For sale',
    width: 5.5,
    isNumber: true,
    cell: ({ status, forSale, salePrice }) => isForSale({ status, forSale }) && (salePrice === null ? 'Yes' : dollars(salePrice)),
  },
  status: {
    label: 'Status',
    width: 5.5,
    cell: ({ status, isReference }) => (isReference ? 'Outside' : <StatusDot status={status} isPlain />),
  },
};

/** By priority: where there is no room for all, the first ones are shown. */
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

export const [choiceWidth, menuWidth] = [2.5, 6];

/** The columns used while the recording panel is open. */
export const isNarrowRoom = (room: number): boolean => room < 43;

/** The width of a letter of a tag in the table, and of what is around the tag. */
const [tagLetter, besideTag] = [0.6, 2.25];

/** Room for the longest tag, as far as the names keep theirs. */
export function tagWidthIn(room: number, letters: number): number {
  const [least, most] = isNarrowRoom(room) ? [7, 10] : [8.5, 15];
  return Math.min(Math.max(letters * tagLetter + besideTag, least), most);
}

const nameWidthIn = (room: number): number => (isNarrowRoom(room) ? 6 : 8);

export const widthIn = (room: number, { width, narrow }: Column): number => (isNarrowRoom(room) ? (narrow ?? width) : width);

/** The chosen columns that fit into `room` (in rem), in the order of the table. */
export function fittingColumns(chosen: ReadonlySet<OwnColumn>, room: number, tagWidth: number): readonly OwnColumn[] {
  let left = room - tagWidth - nameWidthIn(room) - choiceWidth - menuWidth;
  const fitting = new Set<OwnColumn>();
  for (const column of byImportance) {
    if (!chosen.has(column)) continue;
    const width = widthIn(room, columns[column]);
    if (width > left) break;
    fitting.add(column);
    left -= width;
  }
  return (Object.keys(columns) as OwnColumn[]).filter((column) => fitting.has(column));
}

const key = 'herd columns';

/** The columns that were hidden on this device. */
export const readHiddenColumns = (): ReadonlySet<string> => new Set(readSetting(key)?.split(',').filter(Boolean));

export const storeHiddenColumns = (hidden: ReadonlySet<string>): void => void storeSetting(key, [...hidden].join(','));
