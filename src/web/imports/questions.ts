import type { ImportQuestion } from '#contract/imports.ts';

export interface QuestionProps {
  readonly question: ImportQuestion;
  readonly onAnswer: (answer: string) => void;
}

const ofWholeFile = ['species', 'sex', 'rows', 'names', 'year', 'monthDay', 'suppliedBy', 'holding'];

export const isAboutColumns = ({ id, column, asksDay }: ImportQuestion): boolean =>
  column !== null || asksDay || ofWholeFile.includes(id);
