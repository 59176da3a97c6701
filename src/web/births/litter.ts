import { newAnimalId } from '#web/lib/new-animal-id.ts';
import { plural } from '#domain/values/plural.ts';
import type { NewEvent } from '#contract/events.ts';
import type { z } from 'zod';
import { type Sex, type Species, speciesTerms } from '#domain/records/animals.ts';
import { maxYoung } from '#domain/records/event-names.ts';
import type { PossibleSire } from '#domain/breeding/sire-proposal.ts';
import { gramsPerPound } from '#domain/values/weights.ts';
import { readWeight } from '#web/lib/text/weight-text.ts';
import { uuidv7 } from 'uuidv7';

export type YoungState = 'alive' | 'stillborn' | 'died';

export interface Young {
  readonly id: string;
  readonly sex: Sex | '';
  readonly state: YoungState;
  /** As typed, in the farm's unit. */
  readonly weight: string;
  /** null: the farm's next number; empty: no tag yet. */
  readonly tag: string | null;
  readonly name: string;
  /** undefined in a draft from before there was this field. */
  readonly color?: string;
}

export interface BirthValues {
  readonly id: string;
  readonly day: string;
  readonly time: string;
  readonly young: readonly Young[];
  readonly ease: string;
  /** An id, or one of `proposedSire` and `unknownSire`. */
  readonly sire: string;
  readonly note: string;
}

export const proposedSire = '';
export const unknownSire = 'unknown';

const newYoung = (): Young => ({ id: newAnimalId(), sex: '', state: 'alive', weight: '', tag: null, name: '', color: '' });

export const newBirth = (day: string, time: string): BirthValues => ({
  id: uuidv7(),
  day,
  time,
  young: [],
  ease: '',
  sire: proposedSire,
  note: '',
});

/** The entries of the first young are kept when the number changes. */
export const litterOf = (young: readonly Young[], size: number): readonly Young[] =>
  Array.from({ length: Math.min(size, maxYoung) }, (_, index) => young[index] ?? newYoung());

export const nextState: Readonly<Record<YoungState, YoungState>> = { alive: 'stillborn', stillborn: 'died', died: 'alive' };

/** The tag of each young, null if it has none yet. Only live young take the farm's next numbers. */
export function tagsOf(young: readonly Young[], next: readonly string[]): (string | null)[] {
  const typed = new Set(young.map(({ tag }) => tag));
  const free = next.filter((tag) => !typed.has(tag)).values();
  return young.map(({ tag, state }) =>
    tag === null ? (state === 'alive' ? (free.next().value ?? null) : null) : tag.trim() || null,
  );
}

const lower = (word: string): string => word.toLowerCase();

/** The first thing that a birth cannot be saved without. */
export function missingText({ young, day }: BirthValues, species: Species, today: string): string | undefined {
  const terms = speciesTerms[species];
  if (day === '' || day > today) return 'On which day?';
  if (young.length === 0) return `How many ${lower(terms.young)}s?`;
  const name = (index: number) => (young.length === 1 ? terms.young : `${terms.young} ${index + 1}`);
  for (const [index, { sex, weight }] of young.entries()) {
    if (sex === '') return `${name(index)}: ${lower(terms.female)} or ${lower(terms.male)}?`;
    if (weight !== '' && readWeight(weight) === undefined) return `${name(index)}: what weight?`;
  }
  return undefined;
}

/** `2 lambs, 1 stillborn` */
export function litterText(young: readonly { readonly state: YoungState }[], species: Species): string {
  const word = lower(speciesTerms[species].young);
  const count = (state: YoungState) => young.filter((each) => each.state === state).length;
  const alive = count('alive');
  return [
    ...(alive === 0 ? [] : [plural(alive, word)]),
    ...(['stillborn', 'died'] as const).flatMap((state) => (count(state) === 0 ? [] : [`${count(state)} ${state}`])),
  ].join(', ');
}

/** `2 of 3 lambs wait for room in your plan.`; empty if none waits. */
export function waitingText(
  young: readonly { readonly state: YoungState; readonly waits?: boolean }[],
  species: Species,
): string {
  const alive = young.filter(({ state }) => state === 'alive').length;
  const waiting = young.filter(({ waits }) => waits).length;
  const verb = waiting === 1 ? 'waits' : 'wait';
  return waiting === 0 ? '' : `${waiting} of ${plural(alive, lower(speciesTerms[species].young))} ${verb} for room in your plan.`;
}

const [minGrams, maxGrams] = [gramsPerPound, 20 * gramsPerPound];

/** Whether the weight is unusual for a newborn, as when the decimal point was forgotten. */
export function isUnlikely(weight: string): boolean {
  const grams = readWeight(weight) ?? 0;
  return weight.trim() !== '' && (grams < minGrams || grams > maxGrams);
}

interface Born {
  readonly damId: string;
  readonly tags: readonly (string | null)[];
  /** A single possible sire is proposed. */
  readonly possible: readonly PossibleSire[];
}

type BirthEvent = z.input<typeof NewEvent> & { readonly kind: 'birth' };

export function birthEvent(values: BirthValues, { damId, tags, possible }: Born): BirthEvent {
  const { id, day, time, young, ease, sire, note } = values;
  const proposed = possible.length === 1 ? possible[0] : undefined;
  const chosen = sire === proposedSire ? proposed : possible.find(({ sireId }) => sireId === sire);
  const sires = {
    [proposedSire]: { sireId: proposed?.sireId ?? null, sireCertainty: proposed ? 'likely' : null },
    [unknownSire]: { sireId: null, sireCertainty: 'unsure' },
  } as const;
  return {
    id,
    kind: 'birth',
    animalId: damId,
    day,
    time,
    note: note.trim() === '' ? null : note,
    ...(Object.hasOwn(sires, sire) ? sires[sire as keyof typeof sires] : { sireId: sire, sireCertainty: 'certain' }),
    ...(chosen?.matingId !== undefined && { breedingId: chosen.matingId }),
    ease: ease === '' ? null : Number(ease),
    young: young.map(({ id: youngId, sex, state, weight, name, color = '' }, index) => ({
      id: state === 'stillborn' ? null : youngId,
      sex: sex === '' ? 'female' : sex,
      state,
      weightGrams: weight === '' ? null : (readWeight(weight) ?? null),
      tagNumber: state === 'stillborn' ? null : (tags[index] ?? null),
      name: state === 'stillborn' || name.trim() === '' ? null : name,
      color: color.trim() === '' ? null : color,
    })),
  };
}
