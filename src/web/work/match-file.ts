import type { AnimalTag } from '#contract/animal-tags.ts';
import type { Animal } from '#contract/animals.ts';
import { isBeforeBirth } from '#domain/records/births.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { tagKey } from '#domain/imports/herd.ts';
import { doubtWeight, type WeightDoubt } from '#domain/work/worklists.ts';
import type { Grams } from '#domain/values/units.ts';
import type { FileLine } from './reader-file.ts';

/** In the order in which they are shown. */
export const outcomes = ['doubted', 'several', 'unknown', 'gone', 'unreadable', 'repeated', 'entered', 'ready'] as const;
export type Outcome = (typeof outcomes)[number];

export interface MatchedLine {
  readonly line: FileLine;
  readonly outcome: Outcome;
  /** undefined if no single animal is meant. */
  readonly animal?: Animal;
  readonly day: CalendarDate;
  readonly doubt?: WeightDoubt;
  readonly problem?: string;
}

interface Known {
  readonly herd: readonly Animal[];
  readonly tags: readonly AnimalTag[];
  /** Whether the work has an entry for the animal. */
  readonly isEntered: (animal: Animal) => boolean;
  readonly lastWeightOf: (animal: Animal) => { readonly grams: Grams; readonly day: CalendarDate } | undefined;
  /** The day of lines without one. */
  readonly day: CalendarDate;
}

/**
 * Finds the animal of each line, by its electronic tag first and then by the whole tag. Of several lines of an animal the last one that
 * is not doubted counts.
 */
export function matchFile(lines: readonly FileLine[], known: Known): MatchedLine[] {
  const findAnimal = createFinder(known);
  const matched = lines.map((line) => matchLine(line, findAnimal, known));
  const linesOf = (outcome: Outcome) =>
    matched.flatMap((each) => (each.outcome === outcome ? [[each.animal?.id, each.line] as const] : []));
  const lastOf = new Map([...linesOf('doubted'), ...linesOf('ready')]);
  return matched.map((each) => {
    const isLast = !each.animal || lastOf.get(each.animal.id) === each.line;
    return isLast || !isUsable(each.outcome) ? each : { ...each, outcome: 'repeated' };
  });
}

const isUsable = (outcome: Outcome): boolean => outcome === 'ready' || outcome === 'doubted';

type Finder = (line: FileLine) => { readonly animal: Animal } | { readonly outcome: Outcome; readonly problem?: string };

function createFinder({ herd, tags }: Known): Finder {
  const byId = new Map(herd.map((animal) => [animal.id, animal]));
  const byTag = Map.groupBy(herd, ({ tagNumber }) => tagKey(tagNumber));
  const eids = tags.filter(({ kind, toDay }) => kind === 'eid' && toDay === null);
  const byEid = Map.groupBy(eids, ({ number }) => number);
  return ({ eid, tag }) => {
    const ofEid = (byEid.get(eid ?? '') ?? []).flatMap(({ animalId }) => byId.get(animalId) ?? []);
    const ofTag = tag === '' ? [] : (byTag.get(tagKey(tag)) ?? []);
    const isContradicted = ofEid.length > 0 && ofTag.length > 0 && !ofEid.some((animal) => ofTag.includes(animal));
    if (isContradicted) return { outcome: 'several', problem: 'The two numbers are of different animals' };
    const found = ofEid.length > 0 ? ofEid : ofTag;
    const [animal, ...others] = found.filter(({ status }) => status === 'active');
    if (animal && others.length === 0) return { animal };
    if (animal) return { outcome: 'several', problem: 'Several animals have this number' };
    return { outcome: found.length > 0 ? 'gone' : 'unknown' };
  };
}

function matchLine(line: FileLine, findAnimal: Finder, { isEntered, lastWeightOf, day: dayOfWork }: Known): MatchedLine {
  const day = line.day ?? dayOfWork;
  if (line.problem !== null) return { line, day, outcome: 'unreadable', problem: line.problem };
  const found = findAnimal(line);
  if (!('animal' in found)) return { line, day, ...found };
  const { animal } = found;
  if (isBeforeBirth(day, animal)) return { line, day, animal, outcome: 'unreadable', problem: 'Before its birth' };
  const last = lastWeightOf(animal);
  const isRecorded = last?.day === day && last.grams === line.grams;
  if (isEntered(animal) || isRecorded) return { line, day, animal, outcome: 'entered' };
  const doubt = line.grams === null ? undefined : doubtWeight({ grams: line.grams, day }, last);
  return { line, day, animal, outcome: doubt ? 'doubted' : 'ready', ...(doubt && { doubt }) };
}
