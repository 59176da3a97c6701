import { useState } from 'react';
import { RegionalChoices, type FarmChoices } from '#web/components/regional-choices.tsx';
import { useSaveRegional } from '#web/components/use-save-regional.ts';
import { rightsOf } from '#domain/members.ts';
import { usualRegional } from '#domain/units.ts';
import { useFarmRole } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';

/** What a new farm is asked once, with what is usual where the browser is. */
export function FirstChoices() {
  const mayChoose = rightsOf(useFarmRole()).has('manage');
  const [chosen, setChosen] = useState<FarmChoices>({ keeps: null, ...usualRegional(navigator.language) });
  const { mutate, isPending } = useSaveRegional();
  if (!mayChoose) return null;
  const isMissing = chosen.keeps === null;
  return (
    <Card className="w-full max-w-3xl">
      <CardHeader title="What do you keep?" />
      <CardContent className="flex flex-col gap-5">
        <RegionalChoices values={chosen} onChange={(change) => setChosen({ ...chosen, ...change })} />
        <Button
          size="large"
          variant={isMissing ? 'outline' : 'default'}
          disabled={isMissing}
          // It is read.
          style={isMissing ? { opacity: 1 } : undefined}
          busy={isPending}
          onClick={() => mutate(chosen)}
        >
          {isMissing ? 'Choose your animals first' : 'Save'}
        </Button>
        <p className="text-muted-foreground">All of it can be changed in Settings.</p>
      </CardContent>
    </Card>
  );
}
