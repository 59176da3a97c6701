import { asTheyCome, handedOver, type HerdPart } from '#web/herd/list/parts-of-herd.ts';

/** Animals chosen from the list one by one. */
export const byHand = 'by hand';

export const chosenByHand = (ids: readonly string[]): HerdPart => ({ value: byHand, label: 'Chosen', ids });

/** What names the animals of a part, such as `Mill Field`; undefined for animals that were chosen singly, and for all. */
export const nameOfPart = ({ value, label }: HerdPart): string | undefined =>
  ['all', handedOver, asTheyCome, byHand].includes(value) ? undefined : label;
