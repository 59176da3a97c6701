/** A question whose answer is the `value` of one of its options, or a day. */
export interface Question {
  readonly id: string;
  /** null if it is about the whole file. */
  readonly column: number | null;
  readonly text: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The answer is a calendar date; `options` is empty. */
  readonly asksDay?: true;
  /** The default without an answer; null if the import has to wait for one. */
  readonly suggestion: string | null;
}

/** Maps the id of a question to the chosen option. */
export type Answers = ReadonlyMap<string, string>;
