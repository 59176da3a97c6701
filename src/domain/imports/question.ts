import { isCalendarDate } from '../values/dates.ts';

export interface Question {
  readonly id: string;
  readonly column: number | null;
  readonly text: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly asksDay?: true;
  /** The default without an answer; null if the import has to wait for one. */
  readonly suggestion: string | null;
}

type Labels = Readonly<Record<string, string>>;

export interface Asked extends Partial<Omit<Question, 'options'>> {
  readonly id: string;
  readonly text: string;
  /** The labels of the answers. */
  readonly options?: Labels | Question['options'];
}

/** About the whole file, and open, unless it says otherwise. */
export const ask = ({ options = [], ...question }: Asked): Question => ({
  column: null,
  suggestion: null,
  ...question,
  options: Array.isArray(options) ? options : Object.entries(options as Labels).map(([value, label]) => ({ value, label })),
});

export type Answers = ReadonlyMap<string, string>;

/** The answer of the person, or else the suggestion; null is an open question. */
export function answerTo({ id, options, asksDay, suggestion }: Question, answers: Answers): string | null {
  const answer = answers.get(id);
  if (answer === undefined) return suggestion;
  return (asksDay ? isCalendarDate(answer) : options.some((option) => option.value === answer)) ? answer : suggestion;
}

/** The first of the names that a question is about, and how many more there are. */
export const listed = (names: readonly string[], shown = 12): string =>
  names.slice(0, shown).join(', ') + (names.length > shown ? ` and ${names.length - shown} more` : '');
