import type { ImportQuestion } from '#contract/imports.ts';

export interface QuestionProps {
  readonly question: ImportQuestion;
  readonly onAnswer: (answer: string) => void;
}

/** Other questions arise from comparing rows with the farm. */
export const isAboutColumns = ({ id, column, asksDay }: ImportQuestion): boolean =>
  column !== null || asksDay || id === 'species' || id === 'sex';
