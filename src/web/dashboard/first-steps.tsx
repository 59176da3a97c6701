import { useCurrentUser } from '#web/lib/session.ts';
import { FirstChoices } from './first-choices.tsx';
import { SampleFarm } from './sample-farm.tsx';

/** Shown to a farm without animals, or with only the sample's. */
export function FirstSteps({ isEmpty }: { isEmpty: boolean }) {
  const { data: user } = useCurrentUser();
  return (
    <>
      {user?.keeps === null && isEmpty && <FirstChoices />}
      <SampleFarm isHere={!isEmpty} />
    </>
  );
}
