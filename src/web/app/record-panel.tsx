import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { RecordedEvent } from '#contract/events.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { eventKinds, type EventKind } from '#domain/records/events.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { Dialog, DialogPart, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { EarTag } from '#web/components/ear-tag.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { setCurrentAnimal } from '#web/herd/list/animals-in-view.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { whoText } from '#web/herd/animal/who-text.ts';
import { recordForm } from '#web/herd/requested-forms.ts';
import { describeEvent } from '#web/journal/describe-event.ts';
import { useUndoEvent } from '#web/journal/journal.data.ts';
import { clearDrafts } from '#web/lib/forms/drafts.ts';
import { draftOwner, useFarmRole } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';

const EventForm = lazilyPreloaded(async () => (await import('#web/journal/event-form.tsx')).EventForm);
const GrowthSoFar = lazilyPreloaded(async () => (await import('#web/journal/growth-so-far.tsx')).GrowthSoFar);

const recorded = ['weighing', 'treatment', 'vaccination', 'scores', 'hooves', 'move', 'note'] as const satisfies EventKind[];

interface PanelProps extends OpenProps {
  /** The animals are recorded one after the other. */
  readonly animalIds: readonly string[];
}

/** A panel beside the list; saving moves on to the next animal. */
export function RecordPanel({ isOpen, animalIds, onClose }: PanelProps) {
  const { data: herd = [] } = useQuery(animalsQuery);
  const role = useFarmRole();
  const kinds = recorded.filter((each) => mayRecord(role, each));
  const [kind, setKind] = useState<EventKind>(kinds[0] ?? 'note');
  const [first, setFirst] = useState(animalIds);
  const [index, setIndex] = useState(0);
  if (first !== animalIds) {
    setFirst(animalIds);
    setIndex(0);
  }
  const animal = herd.find(({ id }) => id === animalIds[index]);
  const animalId = isOpen ? animal?.id : undefined;
  useEffect(() => {
    setCurrentAnimal(animalId);
    return () => setCurrentAnimal(undefined);
  }, [animalId]);
  const client = useQueryClient();
  /** What was typed and not saved cannot be offered back, since the panel has no page. */
  const close = () => {
    clearDrafts(draftOwner(client), (form) => animalIds.some((id) => kinds.some((each) => form === recordForm(id) + each)));
    onClose();
  };
  const undo = useUndoEvent();
  const step = (by: number) => setIndex((index + by + animalIds.length) % animalIds.length);

  if (!animal) return null;
  const titleOf = (event: RecordedEvent) =>
    describeEvent(event, { today: today(), nameOf: () => undefined, speciesOf: () => animal.species }).title;
  const saved = (event: RecordedEvent) => {
    toastSaved(event, {
      title: 'Recorded',
      description: `${fullName(animal)} · ${titleOf(event)}`,
      action: {
        label: 'Undo',
        onPress: () => undo.mutate({ event }, { onError: (error) => toastFailure(error, 'Could not undo this') }),
      },
    });
    if (index + 1 < animalIds.length) step(1);
    else close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key.toLowerCase()];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || writesLetters(event.target)) return;
    event.preventDefault();
    step(by);
  };
  return (
    <Dialog
      isPanel
      isOpen={isOpen}
      onClose={close}
      onKeyDown={onKeyDown}
      title="Record"
      description={`${index + 1} of ${animalIds.length}`}
    >
      <div className="flex flex-col gap-3 border-b px-5 py-3">
        <Select
          aria-label="What to record"
          options={kinds.map((each) => ({ value: each, label: eventKinds[each].label }))}
          value={kind}
          onChange={setKind}
        />
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <EarTag className="text-xl">{animal.tagNumber}</EarTag>
            {animal.name !== null && (
              <p dir="auto" className="truncate font-medium">
                {animal.name}
              </p>
            )}
            <p dir="auto" className="truncate text-sm text-muted-foreground">
              {whoText(animal, today())}
            </p>
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Previous animal"
            aria-keyshortcuts="K"
            title="K"
            onClick={() => step(-1)}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <Button variant="ghost" size="icon" aria-label="Next animal" aria-keyshortcuts="J" title="J" onClick={() => step(1)}>
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </div>
      <DialogPart>
        <WithFocus key={`${animal.id} ${kind}`}>
          <EventForm animal={animal} kind={kind} onSaved={saved}>
            {kind === 'weighing' && (
              <LoadedLater>
                <GrowthSoFar animal={animal} />
              </LoadedLater>
            )}
          </EventForm>
        </WithFocus>
      </DialogPart>
    </Dialog>
  );
}

const steps: Readonly<Record<string, number | undefined>> = { j: 1, k: -1 };

/** Letters are shortcuts in fields for numbers, days and times, since none can be typed there. */
const writesLetters = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.matches(
    'textarea, select, [role=option], [role=listbox], [role=combobox], input:not([inputmode=decimal], [type=date], [type=time], [type=checkbox], [type=radio])',
  );

/** Focuses the first field, so that the person can type at once. */
function WithFocus({ children }: { children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  return (
    <div ref={form} className="contents">
      {children}
    </div>
  );
}
