import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Sprout } from 'lucide-react';
import type { FarmChoices } from '#web/components/regional-choices.tsx';
import { saveRegional } from '#web/components/use-save-regional.ts';
import { call } from '#web/lib/server/api.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { refreshCurrentUser, useRights } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent } from '#web/ui/card.tsx';

interface SampleFarmProps {
  /** The sample is present. */
  readonly isHere: boolean;
  /** What was chosen above it and not saved yet; the sample is of the chosen species. */
  readonly unsaved?: FarmChoices | undefined;
}

/** Offers a farm without animals a sample to look around in, which can be removed as a whole. */
export function SampleFarm({ isHere, unsaved }: SampleFarmProps) {
  const client = useQueryClient();
  const mayFill = useRights().has('manage');
  const onError = (error: unknown) => toastFailure(error, 'This needs a connection');
  const fill = useMutation({
    mutationFn: async () => {
      if (unsaved) await saveRegional(unsaved);
      return call('addSample', {});
    },
    onSuccess: async ({ animals }) => {
      toast({ title: `${animals} sample animals added`, description: 'Look around, and try anything.' });
      if (!unsaved) return;
      await refreshCurrentUser(client);
      // The screen still shows the earlier formats.
      location.reload();
    },
    onError,
  });
  const remove = useCall('removeSample', {
    onSuccess: () => toast({ title: 'Sample removed', description: 'What you entered yourself is still here.' }),
    onError,
  });
  if (!mayFill) return null;
  return (
    <Card className="w-full max-w-3xl print:hidden">
      <CardContent className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Sprout aria-hidden className="size-6 shrink-0 text-muted-foreground" />
        <p className="min-w-0 flex-1 basis-60">
          {isHere
            ? 'The animals whose tags begin with TRY are made up, and so are the places called Sample. Removing them also removes everything recorded about them; your own animals stay.'
            : 'Look around first with made-up animals that have places, weights, matings and a treatment. One tap removes them again.'}
        </p>
        <Button
          variant="outline"
          busy={fill.isPending || remove.isPending}
          onClick={() => (isHere ? remove.mutate({}) : fill.mutate())}
        >
          {isHere ? 'Remove the sample' : 'Try it with a sample farm'}
        </Button>
      </CardContent>
    </Card>
  );
}
