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
    /** Animals passed on by another page. They survive a reload. */
    readonly animalIds?: readonly string[];
    /** The product for treating them. */
    readonly productId?: string;
    /** Where and when they are moved. */
    readonly move?: { readonly placeId: string | null; readonly groupId: string | null; readonly day: string };
  }
}
