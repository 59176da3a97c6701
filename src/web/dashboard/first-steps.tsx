import { useCurrentUser } from '#web/lib/session.ts';
import { FirstChoices } from './first-choices.tsx';
import { SampleFarm } from './sample-farm.tsx';

/** Of a farm that has no animals yet, or those of the sample. */
export function FirstSteps({ isEmpty }: { isEmpty: boolean }) {
  const { data: user } = useCurrentUser();
  return (
    <>
      {user?.keeps === null && isEmpty && <FirstChoices />}
      <SampleFarm isHere={!isEmpty} />
    </>
  );
}
