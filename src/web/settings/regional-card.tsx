import { rightsOf } from '#domain/members.ts';
import { RegionalChoices } from '#web/components/regional-choices.tsx';
import { useSaveRegional } from '#web/components/use-save-regional.ts';
import { regional } from '#web/lib/regional.ts';
import { useCurrentUser, useFarmRole } from '#web/lib/session.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';

export function RegionalCard() {
  const { data: user } = useCurrentUser();
  const { mutate, isPending } = useSaveRegional();
  const mayChange = rightsOf(useFarmRole()).has('manage');
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Regional Settings" />
      <CardContent className="flex flex-col gap-4">
        <RegionalChoices
          values={{ ...regional(), keeps: user?.keeps ?? null }}
          onChange={(change) => mutate(change)}
          disabled={isPending || !mayChange}
        />
        <p className="text-muted-foreground">
          {mayChange
            ? 'For everyone on this farm. Stored values stay as they are; exported files keep pounds and ISO dates.'
            : 'The farm’s managers choose these.'}
        </p>
      </CardContent>
    </Card>
  );
}
