import type { ImportQuestion } from '#contract/imports.ts';

export interface QuestionProps {
  readonly question: ImportQuestion;
  readonly onAnswer: (answer: string) => void;
}

export const isAboutColumns = ({ id, column, asksDay }: ImportQuestion): boolean =>
  column !== null ||
  asksDay ||
  id === 'species' ||
  id === 'sex' ||
  id === 'rows' ||
  id === 'names' ||
  id === 'year' ||
  id === 'suppliedBy';
