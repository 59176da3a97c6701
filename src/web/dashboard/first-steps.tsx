import { useState } from 'react';
import { type FarmChoices, RegionalChoices } from '#web/components/regional-choices.tsx';
import { usualRegional } from '#domain/values/units.ts';
import { useCurrentUser, useRights } from '#web/lib/session/session.ts';
import { SampleFarm } from './sample-farm.tsx';
import { useSaveRegional } from '#web/components/use-save-regional.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';

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

interface FirstChoicesProps {
  readonly chosen: FarmChoices;
  readonly onChange: (change: Partial<FarmChoices>) => void;
}

/** Asked once of a new farm, with defaults from the browser's region. */
function FirstChoices({ chosen, onChange }: FirstChoicesProps) {
  const mayChoose = useRights().has('manage');
  const { mutate, isPending } = useSaveRegional();
  if (!mayChoose) return null;
  const isMissing = chosen.keeps === null;
  return (
    <Card className="w-full max-w-3xl">
      <CardHeader title="What do you keep?" />
      <CardContent className="flex flex-col gap-5">
        <RegionalChoices values={chosen} onChange={onChange} />
        <Button
          variant={isMissing ? 'outline' : 'default'}
          disabled={isMissing}
          // The disabled button says what is missing, so it is not faded.
          style={isMissing ? { opacity: 1 } : undefined}
          busy={isPending}
          onClick={() => mutate(chosen)}
        >
          {isMissing ? 'Choose your animals first' : 'Save'}
        </Button>
        <p className="text-muted-foreground">You can change all of this in Settings.</p>
      </CardContent>
    </Card>
  );
}
