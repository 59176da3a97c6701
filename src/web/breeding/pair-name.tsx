import { Fragment } from 'react';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import type { Breeding } from './breeding-history.ts';

/** The text of `pairName` with tags that do not break at a hyphen. */
export const PairName = ({ breeding: { mother, father } }: { readonly breeding: Breeding }) =>
  [mother, father].map((mate, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- There are always these two.
    <Fragment key={index}>
      {index > 0 && ' × '}
      {mate ? <AnimalName animal={mate} /> : 'No longer kept'}
    </Fragment>
  ));
