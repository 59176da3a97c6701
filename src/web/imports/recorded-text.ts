import type { ImportTally } from '#contract/imports.ts';
import { countTexts } from '#domain/imports/event-counts.ts';
import { plural } from '#domain/values/plural.ts';
import { count } from '#web/lib/text/format.ts';

type Recorded = Pick<ImportTally, 'recorded' | 'numbers'> & Partial<Pick<ImportTally, 'referenceAnimals'>>;

export const listText = (texts: readonly string[]): string => new Intl.ListFormat('en-US').format(texts);

export const wasOrWere = (number: number): string => (number === 1 ? 'was' : 'were');

const textsOf = ({ referenceAnimals = 0, recorded, numbers }: Recorded): string[] => [
  ...(referenceAnimals > 0 ? [plural(referenceAnimals, 'outside parent')] : []),
  ...countTexts(recorded),
  ...(numbers > 0 ? [numbers === 1 ? '1 number of an animal' : `${count(numbers)} numbers of animals`] : []),
];

/** `1 sale, 2 loans, and 2 deaths`; empty if it is nothing. */
export const recordedText = (recorded: Recorded): string => listText(textsOf(recorded));

/** `1 weight was`, `1 weight and 1 death were`; empty if it is nothing. */
export function recordedSubject(recorded: Recorded): string {
  const texts = textsOf(recorded);
  const isOne = texts.length === 1 && texts[0]?.startsWith('1 ') === true;
  return texts.length === 0 ? '' : `${listText(texts)} ${wasOrWere(isOne ? 1 : 2)}`;
}
