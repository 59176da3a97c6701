export interface Question {
  readonly id: string;
  readonly column: number | null;
  readonly text: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly asksDay?: true;
  /** The default without an answer; null if the import has to wait for one. */
  readonly suggestion: string | null;
}

export type Answers = ReadonlyMap<string, string>;
