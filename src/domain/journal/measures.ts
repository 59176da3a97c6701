import { scoreNames, type ScoreName } from '../records/event-names.ts';
import type { JournalEvent } from '../records/events.ts';
import { gramsOfPounds } from '../weights.ts';

export type Trait = 'weight' | 'milk' | 'fleece' | 'famacha' | 'bcs' | 'dag' | 'nasal' | 'coat' | 'jaw' | 'fec';

export interface Measure {
  readonly trait: Trait;
  /** Grams, millilitres, eggs per gram or the score; body condition in tenths. */
  readonly value: number;
  readonly enteredValue: number;
  readonly enteredUnit: 'g' | 'lb' | 'ml' | 'epg' | 'score';
  readonly method: string | null;
}

const traitOfScore: Readonly<Record<ScoreName, Trait>> = {
  famacha: 'famacha',
  bodyCondition: 'bcs',
  dag: 'dag',
  nasal: 'nasal',
  coat: 'coat',
  jaw: 'jaw',
  eggCount: 'fec',
};

/** The measurements of the event's own animal. Birth weights at a birth belong to the young. */
export function measuresOf(event: JournalEvent): readonly Measure[] {
  switch (event.kind) {
    case 'weighing':
      return [plain('weight', event.weightGrams, 'g', event.method)];
    case 'checkup':
      return weightOfCheckup(event.weightLbs);
    case 'milking':
      return [plain('milk', event.amountMl, 'ml')];
    case 'shearing':
      return event.fleeceGrams === null ? [] : [plain('fleece', event.fleeceGrams, 'g')];
    case 'scores':
      return scoreNames.flatMap((name) => {
        const value = event[name];
        return value === null ? [] : [scoreMeasure(name, value, event.isPooled)];
      });
    default:
      return [];
  }
}

const plain = (trait: Trait, value: number, enteredUnit: Measure['enteredUnit'], method: string | null = null): Measure => ({
  trait,
  value,
  enteredValue: value,
  enteredUnit,
  method,
});

const weightOfCheckup = (pounds: number | null): readonly Measure[] =>
  pounds === null
    ? []
    : [{ trait: 'weight', value: gramsOfPounds(pounds), enteredValue: pounds, enteredUnit: 'lb', method: null }];

const scoreMeasure = (name: ScoreName, entered: number, isPooled: boolean): Measure => ({
  trait: traitOfScore[name],
  value: name === 'bodyCondition' ? Math.round(entered * 10) : entered,
  enteredValue: entered,
  enteredUnit: name === 'eggCount' ? 'epg' : 'score',
  method: isPooled ? 'pooled' : null,
});
