import { RegionalChoices, type FarmChoices } from '#web/components/regional-choices.tsx';
import { useSaveRegional } from '#web/components/use-save-regional.ts';
import { rightsOf } from '#domain/members.ts';
import { useFarmRole } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';

interface FirstChoicesProps {
  readonly chosen: FarmChoices;
  readonly onChange: (change: Partial<FarmChoices>) => void;
}

/** Asked once of a new farm, with defaults from the browser's region. */
export function FirstChoices({ chosen, onChange }: FirstChoicesProps) {
  const mayChoose = rightsOf(useFarmRole()).has('manage');
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
