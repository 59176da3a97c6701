import type { MatingState } from '#domain/breeding/matings.ts';

export const stateLabels: Readonly<Record<MatingState, string>> = {
  pending: 'Pending',
  successful: 'Successful',
  unsuccessful: 'Unsuccessful',
  ended: 'No birth expected',
};
