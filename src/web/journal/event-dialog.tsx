import { eventKinds } from '#domain/records/events.ts';
import { formDialog } from '#web/components/dialogs/form-dialog.tsx';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';

export const EventDialog = formDialog(
  async () => (await import('./event-form.tsx')).EventForm,
  ({ animal, kind, event }) => ({
    width: 'medium',
    title: event ? `Change: ${eventKinds[kind].label}` : eventKinds[kind].label,
    description: <AnimalName animal={animal} />,
  }),
);
