import { useOpened } from '#web/components/dialogs/use-opened.ts';
import { Pencil, ImageUp, Trash2 } from 'lucide-react';
import { type MouseEvent } from 'react';
import type { Place } from '#contract/places.ts';
import { touched } from '#domain/records/outlines.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { ListCard } from '#web/components/page/list-card.tsx';
import { count } from '#web/lib/text/format.ts';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { headCountText } from './entry-facts.tsx';
import { PlaceDialog, type ShownPlace } from './place-dialog.tsx';
import { PlanKey } from './plan-looks.tsx';
import { type DrawnPlace, PlanOutlines } from './plan-outlines.tsx';
import { planSearch } from './places-search.ts';
import { PlanSurface, pointAt } from './plan-surface.tsx';
import { usePlan } from './use-plan.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, NetworkError } from '#web/lib/server/api.ts';
import { refreshCurrentUser, useRights } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { uploadImage, uploadSentence } from '#web/lib/server/upload.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Half of what a finger covers. */
const reachPx = 24;

interface FarmPlanProps {
  /** The places in use, in the order of their names. */
  readonly places: readonly Place[];
  readonly shownOf: (place: Place) => ShownPlace;
  readonly mayDraw: boolean;
}

export function FarmPlan({ places, shownOf, mayDraw }: FarmPlanProps) {
  const { opened, open, close } = useOpened<string>();
  const plan = usePlan(places.map(({ outline }) => outline));
  const drawn = places.flatMap((place): DrawnPlace[] => {
    const { id, name, outline } = place;
    const { animals, grazing, look } = shownOf(place);
    const facts = [...(animals ? [headCountText(animals.length)] : []), ...grazing];
    return outline.length === 0 ? [] : [{ id, name, outline, facts, look }];
  });
  const press = (event: MouseEvent<HTMLDivElement>) => {
    const surface = event.currentTarget;
    const focused = (event.target as Element).closest<SVGElement>('[data-place]')?.dataset['place'];
    // A screen reader presses without a place of its own.
    if (event.detail === 0 && focused !== undefined) return open(focused);
    const reach = (reachPx / surface.clientWidth) * plan.frame.width;
    const place = touched(drawn, pointAt(surface, event, plan.frame), reach);
    return place && open(place.id);
  };
  const shown = places.find(({ id }) => id === opened?.of);
  if (drawn.length === 0 && plan.picture === null) return <NothingDrawn places={places} mayDraw={mayDraw} />;
  return (
    <ListCard title="Plan" filter={<PlanPicture picture={plan.picture} />}>
      <div className="p-3">
        {plan.isPictureMissing && (
          <p className="mb-3 text-sm">The picture of this plan could not be loaded. The outlines are complete without it.</p>
        )}
        {plan.isLoading ? (
          <Skeleton className="h-[70vh]" />
        ) : (
          <PlanSurface plan={plan} height="70vh" handlers={{ onClick: press }}>
            {(scaled) => (
              <PlanOutlines places={drawn} scaled={scaled} isOverPicture={plan.pictureSize !== undefined} onOpen={open} />
            )}
          </PlanSurface>
        )}
        <PlanKey looks={new Set(drawn.map(({ look }) => look))} />
      </div>
      <NotDrawn places={places.filter(({ outline }) => outline.length === 0)} mayDraw={mayDraw} />
      {shown && opened && (
        <PlaceDialog
          key={opened.of}
          place={shown}
          shown={shownOf(shown)}
          mayDraw={mayDraw}
          isOpen={opened.isOpen}
          onClose={close}
        />
      )}
    </ListCard>
  );
}

/** An empty frame as high as the window would only push the places out of sight. */
const NothingDrawn = ({ places, mayDraw }: Pick<FarmPlanProps, 'places' | 'mayDraw'>) => (
  <ListCard title="Plan" filter={mayDraw && <PlanPicture picture={null} />}>
    <EmptyState drawing={<Hillside />} title="No place is drawn yet">
      {places.length === 0
        ? 'Add your places below. Once you have drawn their outlines, the plan shows where your animals are and what ground rests.'
        : 'Draw the outline of each place, on squares or over a picture of your farm. The plan then shows where your animals are and what ground rests.'}
    </EmptyState>
    <NotDrawn places={places} mayDraw={mayDraw} />
  </ListCard>
);

const NotDrawn = ({ places, mayDraw }: Pick<FarmPlanProps, 'places' | 'mayDraw'>) =>
  places.length > 0 && (
    <section aria-labelledby="not-drawn" className="border-t px-4 py-3 sm:px-5">
      <h3 id="not-drawn" className="mb-1 font-semibold">
        Not on the plan <span className="font-medium text-muted-foreground">{count(places.length)}</span>
      </h3>
      <ul className="lg:grid lg:grid-cols-2 lg:gap-x-8 xl:grid-cols-3">
        {places.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <span dir="auto" className="min-w-0 py-1 wrap-anywhere">
              {name}
            </span>
            {mayDraw && (
              <LinkButton to="/places" search={planSearch(id)} aria-label={`Draw ${name}`} variant="ghost">
                <Pencil aria-hidden />
                Draw
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );

/** Puts a picture beneath the outlines, for those who may change the farm's settings. */
function PlanPicture({ picture }: { picture: string | null }) {
  const client = useQueryClient();
  const mayManage = useRights().has('manage');
  const save = async (planPicture: string | null) => {
    await call('changeProfile', { body: { planPicture } });
    await refreshCurrentUser(client);
  };
  const upload = useMutation({
    mutationFn: async (file: File) => save((await uploadImage(file)).imageUrl),
    onSuccess: () => toast({ title: picture === null ? 'Picture added to the plan' : 'Picture of the plan changed' }),
    onError: (error) =>
      toast({
        title: 'Error',
        description:
          error instanceof NetworkError
            ? 'The picture cannot be sent without signal. Try again later.'
            : uploadSentence(error, 'Failed to upload the picture'),
        variant: 'destructive',
      }),
  });
  const { mutate: change, isPending: isChanging } = useMutation({
    mutationFn: save,
    onError: (error) => toastFailure(error, 'Could not change the picture of the plan'),
  });
  if (!mayManage) return null;
  const remove = () =>
    change(null, {
      onSuccess: () =>
        toast({ title: 'Picture removed from the plan', action: { label: 'Undo', onPress: () => change(picture) } }),
    });
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <FileButton
        variant="outline"
        accept="image/*"
        disabled={upload.isPending || isChanging}
        onChoose={(file) => upload.mutate(file)}
      >
        {upload.isPending ? <Spinner /> : <ImageUp aria-hidden />}
        {upload.isPending ? 'Uploading...' : picture === null ? 'Add a picture' : 'Change picture'}
      </FileButton>
      {picture !== null && (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Remove the picture"
          disabled={upload.isPending || isChanging}
          onClick={remove}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
    </div>
  );
}
