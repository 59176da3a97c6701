import type { ImportQuestion } from '#contract/imports.ts';

export interface QuestionProps {
  readonly question: ImportQuestion;
  readonly onAnswer: (answer: string) => void;
}

/** Asked before the rows can be read at all; the others come up when they are compared with the farm. */
export const isAboutColumns = ({ id, column, asksDay }: ImportQuestion): boolean =>
  column !== null || asksDay || id === 'species' || id === 'sex';
