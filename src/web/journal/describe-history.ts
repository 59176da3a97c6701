import type { HistoryAct } from '#contract/history.ts';
import { eventKinds } from '#domain/records/events.ts';
import { productTitle } from '#domain/product.ts';
import { count } from '#web/lib/text/format.ts';
import { callTexts, countsOf, differencesOf, nounOf } from './describe-act.ts';
import { describeEvent } from './describe-event.ts';

type Change = HistoryAct['changes'][number];
type Known = Parameters<typeof describeEvent>[1];

/** One change, as the rest of a sentence that begins with who made it: `changed Name from Bela to Bella`. */
export interface HistoryLine {
  readonly key: string;
  readonly text: string;
  /** `Name: Bela → Bella`, where there are several. */
  readonly facts: readonly string[];
  readonly animalIds: readonly string[];
}

export interface HistoryText {
  readonly who: string;
  readonly lines: readonly HistoryLine[];
  /** `and 9,980 more: 10,000 animals` */
  readonly more: string | undefined;
}

export function describeHistory(act: HistoryAct, known: Known): HistoryText {
  const who = whoOf(act);
  const named = callTexts[act.call] ?? acts[act.call];
  const total = Object.values(act.counts).reduce((sum, each) => sum + each, 0);
  if (named !== undefined) {
    return {
      who,
      lines: [{ key: act.call, text: named, facts: act.call in callTexts ? countsOf(act) : [], animalIds: [] }],
      more: undefined,
    };
  }
  const lines = act.changes.map((change, index) => {
    const { facts, ...line } = lineOf(change, act, known);
    const undoing = act.undoes === null ? [] : ['undoes an earlier change'];
    return { ...line, facts: [...facts, ...undoing], key: `${change.kind} ${change.id} ${index}` };
  });
  return { who, lines, more: total > act.changes.length && act.changes.length > 1 ? countsOf(act).join(', ') : undefined };
}

/** Calls that change no records. */
const acts: Readonly<Record<string, string>> = {
  allowSupport: 'let the people who run this site view the farm',
  endSupport: 'stopped the people who run this site from viewing the farm',
  visitFarm: 'opened the farm to help, unable to change anything',
};

/** `Anna`, `The key Scale` */
export function whoOf({ by }: Pick<HistoryAct, 'by'>): string {
  if (by === null) return 'Somebody';
  if (by.kind === 'job') return productTitle;
  if (by.kind === 'key') return by.name === null ? 'A deleted key' : `The key ${by.name}`;
  return by.name ?? 'A person whose account was deleted';
}

type Line = Omit<HistoryLine, 'key'>;

const lineOf = (change: Change, act: HistoryAct, known: Known): Line =>
  change.kind === 'event' ? eventLine(change, act, known) : recordLine(change, act, known);

function eventLine({ id, change, fields, animalIds }: Change, act: HistoryAct, known: Known): Line {
  const event = act.events.find((each) => each.id === id);
  if (!event) return { text: `${verbs[change]} a journal entry`, facts: [], animalIds };
  const { title, facts } = describeEvent(event, known);
  const { label } = eventKinds[event.kind];
  const name = title === label || title.startsWith(`${label}:`) ? title : `${label}: ${title}`;
  const about = [...facts, ...(event.note === null ? [] : [event.note])];
  if (change === 'created') {
    return { text: `${event.replacesId === null ? 'recorded' : 'corrected'} ${name}`, facts: about, animalIds };
  }
  if (change === 'deleted') return { text: `deleted ${name}`, facts: about, animalIds };
  const reason = fields?.['voidReason']?.[1];
  const isReplaced = act.events.some(({ replacesId }) => replacesId === id);
  return {
    text: isReplaced ? `replaced ${name}` : `voided ${name}`,
    facts: typeof reason === 'string' ? [reason] : [],
    animalIds,
  };
}

const verbs = { created: 'added', changed: 'changed', deleted: 'deleted' } as const;

function recordLine({ kind, id, change, fields, animalIds }: Change, act: HistoryAct, known: Known): Line {
  const name = nameOf({ kind, id, fields }, act, known);
  if (change === 'created') return { text: `added ${name}`, facts: [], animalIds };
  const differences = differencesOf(kind, fields, known);
  if (change === 'deleted') {
    const facts = differences.flatMap(({ label, before }) => (before === 'none' || before === 'no' ? [] : `${label}: ${before}`));
    return { text: `deleted ${name}`, facts, animalIds };
  }
  const [only, ...others] = differences;
  const whose = kind === 'animal' ? '' : ` of ${name}`;
  if (only && others.length === 0)
    return { text: `changed ${only.label}${whose} from ${only.before} to ${only.after}`, facts: [], animalIds };
  return {
    text: kind === 'animal' ? `changed ${count(differences.length)} fields` : `changed ${name}`,
    facts: differences.map(({ label, before, after }) => `${label}: ${before} → ${after}`),
    animalIds,
  };
}

/** `the place Hill`, `the animal A-7`, `a mating` */
function nameOf({ kind, id, fields }: Pick<Change, 'kind' | 'id' | 'fields'>, act: HistoryAct, known: Known): string {
  if (kind === 'farm') return 'the farm';
  const animal = kind === 'animal' ? act.animals.find((each) => each.id === id) : undefined;
  const [was] = fields?.['name'] ?? fields?.['number'] ?? [];
  const name = animal?.tagNumber ?? known.nameOf(id) ?? (typeof was === 'string' ? was : undefined);
  const noun = nounOf(kind);
  if (name !== undefined) return `the ${noun} ${name}`;
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
