import { useState } from 'react';
import type { FarmChoices } from '#web/components/regional-choices.tsx';
import { usualRegional } from '#domain/units.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { FirstChoices } from './first-choices.tsx';
import { SampleFarm } from './sample-farm.tsx';

/** Shown to a farm without animals, or with only the sample's. */
export function FirstSteps({ isEmpty }: { isEmpty: boolean }) {
  const { data: user } = useCurrentUser();
  const [chosen, setChosen] = useState<FarmChoices>({ keeps: null, ...usualRegional(navigator.language) });
  const isAsked = user?.keeps === null && isEmpty;
  return (
    <>
      {isAsked && <FirstChoices chosen={chosen} onChange={(change) => setChosen({ ...chosen, ...change })} />}
      <SampleFarm isHere={!isEmpty} unsaved={isAsked && chosen.keeps !== null ? chosen : undefined} />
    </>
  );
}
