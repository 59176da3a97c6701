import { type Work, workNames } from '#domain/records/works.ts';

export interface NewWorkSearch {
  readonly do?: Work;
}

export const parseNewWorkSearch = ({ do: work }: Readonly<Record<string, unknown>>): NewWorkSearch => {
  const known = workNames.find((name) => name === work);
  return known ? { do: known } : {};
};

declare module '@tanstack/history' {
  interface HistoryState {
    /** Animals that another page hands over. They survive a reload. */
    readonly animalIds?: readonly string[];
    /** With which they are treated. */
    readonly productId?: string;
  }
}
