import type { BreedingOutcome } from '#domain/records/breeding.ts';

export const outcomeLabels: Readonly<Record<BreedingOutcome, string>> = {
  pending: 'Pending',
  successful: 'Successful',
  unsuccessful: 'Unsuccessful',
};
