import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { eventKinds, type EventKind } from '#domain/records/events.ts';
import { Dialog, DialogPart, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';

import type { EventCorrection } from './event-form.tsx';

const EventForm = lazilyPreloaded(async () => (await import('./event-form.tsx')).EventForm);

interface EventDialogProps extends OpenProps {
  readonly animal: Animal;
  readonly kind: EventKind;
  readonly event?: RecordedEvent | undefined;
  readonly correction?: EventCorrection | undefined;
  /** The camera, or the choice of a picture, opens with it. */
  readonly isPhoto?: boolean;
  readonly onSaved: (saved: RecordedEvent) => void;
}

export const EventDialog = ({ animal, kind, event, correction, isPhoto, isOpen, onClose, onSaved }: EventDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    width="medium"
    title={event ? `Change: ${eventKinds[kind].label}` : eventKinds[kind].label}
    description={<AnimalName animal={animal} />}
  >
    <DialogPart what="The form">
      <EventForm
        animal={animal}
        kind={kind}
        event={event}
        correction={correction}
        isPhoto={isPhoto}
        draftTitle={event ? 'Changes not saved' : `${eventKinds[kind].label} not saved`}
        onSaved={(saved) => {
          onClose();
          onSaved(saved);
        }}
      />
    </DialogPart>
  </Dialog>
);
