import type { FarmAct } from '#contract/acts.ts';
import { areaText } from '#domain/values/areas.ts';
import { maxCountedChanges } from '#domain/journal/acts.ts';
import { fieldInfo } from '#domain/records/by-kind.ts';
import { eventKinds } from '#domain/records/events.ts';
import { choiceText, type FieldInfo } from '#domain/records/fields.ts';
import { capitalized } from '#domain/values/text.ts';
import { weightText, weightUnit } from '#web/lib/text/weight-text.ts';
import { count, dollars } from '#web/lib/text/format.ts';
import { dayOf } from '#web/lib/text/moments.ts';
import { dayText } from '#web/herd/day-text.ts';
import { describeEvent } from './describe-event.ts';

type Change = FarmAct['changes'][number];
type Known = Parameters<typeof describeEvent>[1];

export interface ActText {
  readonly title: string;
  readonly facts: readonly string[];
  /** The animals concerned, as far as the act lists them. */
  readonly animalIds: readonly string[];
}

/** Calls whose changed records do not show what was done. */
export const callTexts: Readonly<Record<string, string>> = {
  applyImport: 'imported a file',
  undoImport: 'undid an import',
  importArchive: 'imported a farm',
};

const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  animal: ['animal', 'animals'],
  breedingRecord: ['mating', 'matings'],
  event: ['entry', 'entries'],
  farm: ['farm', 'farms'],
  animalTag: ['number', 'numbers'],
  chore: ['task', 'tasks'],
  exposure: ['mating period', 'mating periods'],
  worklist: ['work list', 'work lists'],
};

const verbs = { created: 'Added', changed: 'Changed', deleted: 'Deleted' } as const;

/** `undone` is the act that this one undoes, if it is listed. */
export function describeAct(act: FarmAct, known: Known, undone?: FarmAct): ActText {
  const animalIds = [...new Set(act.changes.flatMap((change) => change.animalIds))];
  if (act.undoes !== null) {
    const text = undone && describeAct(undone, known);
    return { title: text ? `Undid: ${text.title}` : 'Undid an earlier change', facts: text?.facts ?? [], animalIds };
  }
  const named = callTexts[act.call];
  if (named !== undefined) return { title: capitalized(named), facts: countsOf(act), animalIds: [] };
  const events = act.changes.filter(({ kind }) => kind === 'event');
  const isOfEvents = events.length > 0 && !act.changes.some(({ kind, change }) => kind === 'animal' && change !== 'changed');
  if (isOfEvents && !isEdit(act)) return { ...describeEvents(act, events, known), animalIds: animalsOf(events) };
  const birth = isEdit(act) ? undefined : act.events.find(({ kind }) => kind === 'birth');
  if (birth) return { ...describeEvent(birth, known), animalIds: [...new Set([birth.animalId, ...animalIds])] };
  const main = act.changes.find(({ kind }) => kind !== 'event') ?? act.changes[0];
  if (!main) return { title: 'Its records no longer exist', facts: [], animalIds: [] };
  return { title: titleOf(main), facts: factsOf(main, known), animalIds: animalIds.slice(0, 2) };
}

/** An animal's form was saved; its events follow from the changed fields. */
const isEdit = ({ call }: FarmAct): boolean => call === 'changeAnimal' || call === 'addAnimal' || call === 'deleteAnimal';
const animalsOf = (changes: readonly Change[]): string[] => [...new Set(changes.flatMap(({ animalIds }) => animalIds))];

function describeEvents(act: FarmAct, changes: readonly Change[], known: Known): Pick<ActText, 'title' | 'facts'> {
  const byId = new Map(act.events.map((event) => [event.id, event]));
  const added = changes.flatMap(({ id, change }) => (change === 'created' ? (byId.get(id) ?? []) : []));
  const ended = changes.flatMap(({ id, change }) => (change === 'changed' ? (byId.get(id) ?? []) : []));
  const first = added[0] ?? ended[0];
  if (!first) return { title: 'Journal entries', facts: [] };
  const text = describeEvent(first, known);
  const isCorrection = added.length > 0 && ended.length > 0;
  const total = Math.max(act.counts['event'] ?? 0, changes.length) / (isCorrection ? 2 : 1);
  if (total <= 1) {
    if (isCorrection) return { title: `Corrected: ${text.title}`, facts: [...text.facts, ...earlier(ended[0], known)] };
    return added.length > 0 ? text : { title: `Undid: ${text.title}`, facts: text.facts };
  }
  const kinds = new Set([...added, ...ended].map(({ kind }) => kind));
  const title = kinds.size === 1 ? eventKinds[first.kind].label : 'Journal entries';
  return { title: added.length > 0 ? title : `Undid: ${title}`, facts: [`${count(Math.round(total))} entries`] };
}

const earlier = (event: FarmAct['events'][number] | undefined, known: Known): readonly string[] =>
  event === undefined ? [] : [`before: ${describeEvent(event, known).title}`];

function titleOf({ kind, change, fields }: Change): string {
  const [tag] = fields?.['tagNumber'] ?? [];
  const noun = nounOf(kind);
  const name = change === 'deleted' && typeof tag === 'string' ? ` ${tag}` : '';
  return `${verbs[change]} ${kind === 'farm' ? 'the farm' : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`}${name}`;
}

export const nounOf = (kind: string): string => nouns[kind]?.[0] ?? wordsOf(kind);
const nounsOf = (kind: string): string => nouns[kind]?.[1] ?? `${wordsOf(kind)}s`;

/** `animalTag` → `animal tag` */
const wordsOf = (kind: string): string => kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `Status: Active → Sold` */
function factsOf({ kind, id, change, fields }: Change, known: Known): readonly string[] {
  // Only these kinds have a name that tells which record it is.
  const name = isListed.has(kind) ? known.nameOf(id) : undefined;
  return [...(name === undefined ? [] : [name]), ...(change === 'changed' ? differences(kind, fields, known) : [])];
}

const isListed: ReadonlySet<string> = new Set(['place', 'group', 'product', 'worklist', 'chore']);

export interface Difference {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

export const differencesOf = (kind: string, fields: Change['fields'], known: Known): readonly Difference[] =>
  Object.entries(fields ?? {}).map(([name, [before, after]]) => {
    if (name === 'areaSquareMetres') return { label: 'Area', before: shownArea(before), after: shownArea(after) };
    const info = fieldInfo(kind, name);
    const [label = name] = (info?.label ?? wordsOf(name)).split(' (');
    return {
      label: capitalized(label),
      before: shown(before, info, known),
      after: shown(after, info, known),
    };
  });

const differences = (kind: string, fields: Change['fields'], known: Known): readonly string[] =>
  differencesOf(kind, fields, known).map(({ label, before, after }) => `${label}: ${before} → ${after}`);

const shownArea = (value: unknown): string => (typeof value === 'number' ? areaText(value, weightUnit()) : 'none');

const longest = 60;

function shown(value: unknown, info: FieldInfo | undefined, { today, nameOf }: Known): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.length > 0) return String(value.length);
  if (typeof value === 'number') return numberText(value, info);
  if (typeof value !== 'string' || value === '') return 'none';
  // A field without a description may be a moment.
  if (info === undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dayText(dayOf(value), today);
  switch (info?.kind) {
    case 'day':
      return dayText(value, today);
    case 'choice':
      return choiceText(info, value);
    case 'animal':
      return nameOf(value) ?? 'an animal';
    case 'picture':
      return 'a photo';
    default:
      return value.length > longest ? `${value.slice(0, longest)}…` : value;
  }
}

function numberText(value: number, info: FieldInfo | undefined): string {
  if (info?.kind === 'weight') return weightText(value);
  return info?.kind === 'price' ? dollars(value / 100) : String(value);
}

/** `12 animals`, `30 entries` */
export function countsOf({ counts }: Pick<FarmAct, 'counts'>): readonly string[] {
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
  if (total >= maxCountedChanges) return [`${count(maxCountedChanges)} records or more`];
  return Object.entries(counts).map(([kind, number]) => `${count(number)} ${number === 1 ? nounOf(kind) : nounsOf(kind)}`);
}
