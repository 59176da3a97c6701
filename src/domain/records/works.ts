import type { EventKind } from './events.ts';

interface WorkInfo {
  /** The choice in the list. */
  readonly label: string;
  /** The title while the work is going on. */
  readonly doing: string;
  /** The kind of event recorded for each animal. */
  readonly event: EventKind;
  /** The value entered for each animal; null if all values are the same for all animals. */
  readonly asks: 'weight' | 'famacha' | 'bodyCondition' | 'eggCount' | 'group' | 'pregnancy' | 'presence' | null;
  /** The values that make its events those of this work. */
  readonly values?: { readonly occasion: 'weaning' } | { readonly isPooled: true };
}

/** The kinds of work that can be recorded for many animals in a row. */
export const works = {
  weigh: { label: 'Weigh', doing: 'Weighing', event: 'weighing', asks: 'weight' },
  vaccinate: { label: 'Vaccinate', doing: 'Vaccinating', event: 'vaccination', asks: null },
  treat: { label: 'Treat', doing: 'Treating', event: 'treatment', asks: null },
  move: { label: 'Move', doing: 'Moving', event: 'move', asks: null },
  famacha: { label: 'Score FAMACHA', doing: 'FAMACHA', event: 'scores', asks: 'famacha' },
  bodyCondition: { label: 'Score body condition', doing: 'Body condition', event: 'scores', asks: 'bodyCondition' },
  eggCount: { label: 'Count worm eggs', doing: 'Egg counts', event: 'scores', asks: 'eggCount' },
  pooledEggs: { label: 'Pooled egg count', doing: 'Pooled egg count', event: 'scores', asks: null, values: { isPooled: true } },
  hooves: { label: 'Trim hooves', doing: 'Trimming hooves', event: 'hooves', asks: null },
  shear: { label: 'Shear', doing: 'Shearing', event: 'shearing', asks: null },
  pregnancyCheck: { label: 'Check pregnancy', doing: 'Pregnancy check', event: 'pregnancyCheck', asks: 'pregnancy' },
  wean: { label: 'Wean', doing: 'Weaning', event: 'weaning', asks: null },
  weighAtWeaning: {
    label: 'Weigh at weaning',
    doing: 'Weighing at weaning',
    event: 'weighing',
    asks: 'weight',
    values: { occasion: 'weaning' },
  },
  sort: { label: 'Sort into groups', doing: 'Sorting', event: 'move', asks: 'group' },
  sell: { label: 'Sell', doing: 'Selling', event: 'sale', asks: null },
  count: { label: 'Count', doing: 'Counting', event: 'note', asks: 'presence' },
} as const satisfies Readonly<Record<string, WorkInfo>>;

export type Work = keyof typeof works;
export const workNames = Object.keys(works) as [Work, ...Work[]];

export const workInfo = (work: Work): WorkInfo => works[work];
