import type { ComponentProps } from 'react';
import { eventKinds } from '#domain/records/events.ts';
import { FormDialog, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';

const EventForm = lazilyPreloaded(async () => (await import('./event-form.tsx')).EventForm);

type EventDialogProps = OpenProps & ComponentProps<typeof EventForm>;

export const EventDialog = ({ isOpen, onClose, onSaved, ...entry }: EventDialogProps) => (
  <FormDialog
    isOpen={isOpen}
    onClose={onClose}
    width="medium"
    title={entry.event ? `Change: ${eventKinds[entry.kind].label}` : eventKinds[entry.kind].label}
    description={<AnimalName animal={entry.animal} />}
  >
    <EventForm
      {...entry}
      draftTitle={entry.event ? 'Changes not saved' : `${eventKinds[entry.kind].label} not saved`}
      onSaved={(saved) => {
        onClose();
        onSaved(saved);
      }}
    />
  </FormDialog>
);
