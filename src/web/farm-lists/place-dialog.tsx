import { ArrowRightLeft, Pencil } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import type { Place } from '#contract/places.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { Dialog, DialogBody, DialogFooter, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { moveToForms } from '#web/herd/requested-forms.ts';
import { requestForm } from '#web/lib/forms/open-form.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { planSearch } from './places-search.ts';
import type { PlaceLook } from './plan-looks.tsx';

/** What the list says of a place. */
export interface ShownPlace {
  /** undefined while loading. */
  readonly animals: readonly Animal[] | undefined;
  readonly area: readonly string[];
  readonly grazing: readonly string[];
  readonly look: PlaceLook;
}

interface PlaceDialogProps extends OpenProps {
  readonly place: Place;
  readonly shown: ShownPlace;
  readonly mayDraw: boolean;
}

/** What the row of a place shows, opened from the plan. */
export function PlaceDialog({ place, shown, mayDraw, isOpen, onClose }: PlaceDialogProps) {
  const mayMove = mayRecord(useFarmRole(), 'move');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={<span className="wrap-anywhere">{place.name}</span>}>
      <DialogBody>
        <EntryFacts facts={[...shown.area, ...shown.grazing]} note={place.note} animals={shown.animals} />
      </DialogBody>
      {(mayDraw || mayMove) && (
        <DialogFooter>
          {mayDraw && (
            <LinkButton to="/places" search={planSearch(place.id)} replace variant="outline">
              <Pencil aria-hidden />
              Change the outline
            </LinkButton>
          )}
          {mayMove && (
            <Button onClick={() => requestForm(moveToForms + place.id)}>
              <ArrowRightLeft aria-hidden />
              Move animals here
            </Button>
          )}
        </DialogFooter>
      )}
    </Dialog>
  );
}
