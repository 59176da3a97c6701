import { useOpened } from '#web/components/dialogs/use-opened.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { AnimalTag } from '#contract/animal-tags.ts';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { animalTagLabel } from '#domain/records/animal-tags.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { numberForm, tagForm } from '#web/herd/requested-forms.ts';
import { useRequestedForm, useRequestedRecord } from '#web/lib/forms/open-form.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { tagsOfAnimalQuery } from '#web/herd/animal/use-numbers.ts';
import { dayText } from '#web/herd/day-text.ts';
import { eidText } from '#domain/records/eid.ts';
import { useRights } from '#web/lib/session/session.ts';
import { Link } from '@tanstack/react-router';

const PapersLink = ({ of }: { readonly of: string }) => (
  <Link to="/papers" search={{ of }} className="inline-flex min-h-11 items-center underline underline-offset-4 print:hidden">
    Pedigree certificate, passport, stall card
  </Link>
);

const TagDialog = lazilyPreloaded(async () => (await import('./tag-dialog.tsx')).TagDialog);

interface IdentitiesProps {
  readonly animal: Animal;
  readonly events: readonly RecordedEvent[];
}

/** The animal's numbers besides its ear tag, and its earlier ear tags. */
export function Identities({ animal, events }: IdentitiesProps) {
  const tags = useQuery(tagsOfAnimalQuery(animal.id));
  const { opened, open, close } = useOpened<{ readonly tag?: AnimalTag; readonly proposed?: string }>();
  const mayKeep = useRights().has('keep');
  const earlier = earlierTagsOf(events);
  const edit = (what: Parameters<typeof open>[0]) => mayKeep && open(what);
  useRequestedForm(numberForm(animal.id), (requested) => {
    const proposed = requested.slice(numberForm(animal.id).length);
    edit(proposed === '' ? {} : { proposed });
  });
  useRequestedRecord(tagForm(animal.id), tags.data, (tag) => tag && edit({ tag }));
  const isEmpty = tags.data?.length === 0 && earlier.length === 0;
  return (
    <section aria-label="Numbers" className={isEmpty ? 'print:hidden' : undefined}>
      <h2 className="title mb-2 text-lg">Numbers</h2>
      {tags.isError && <QueryFailed what="The numbers" query={tags} />}
      {!isEmpty && (
        <ul className="mb-2 divide-y overflow-hidden rounded-xl border bg-card empty:hidden">
          {tags.data?.map((tag) => (
            <li key={tag.id}>
              <button
                type="button"
                disabled={!mayKeep}
                onClick={() => edit({ tag })}
                className="flex min-h-12 w-full flex-wrap enabled:cursor-pointer content-center items-baseline gap-x-3 px-3.5 py-2 text-start enabled:hover:bg-secondary"
              >
                {mayKeep && <span className="sr-only">Change</span>}
                <Line label={animalTagLabel(tag.kind)} number={numberText(tag)} fromDay={tag.fromDay} toDay={tag.toDay} />
              </button>
            </li>
          ))}
          {earlier.map(({ id, number, toDay }) => (
            <li key={id} className="flex min-h-12 flex-wrap content-center items-baseline gap-x-3 px-3.5 py-2">
              <Line label="Earlier ear tag" number={number} fromDay={null} toDay={toDay} />
            </li>
          ))}
        </ul>
      )}
      {mayKeep && (
        <Button variant="outline" className="print:hidden" onClick={() => edit({})}>
          <Plus aria-hidden />
          Add a number
        </Button>
      )}
      <p>
        <PapersLink of={animal.id} />
      </p>
      {opened && (
        <LoadedLater key={opened.number} what="The form">
          <TagDialog animal={animal} tag={opened.of.tag} proposed={opened.of.proposed} isOpen={opened.isOpen} onClose={close} />
        </LoadedLater>
      )}
    </section>
  );
}

interface LineProps {
  readonly label: string;
  readonly number: string;
  readonly fromDay: string | null;
  readonly toDay: string | null;
}

function Line({ label, number, fromDay, toDay }: LineProps) {
  const days = [fromDay !== null && `from ${dayText(fromDay, today())}`, toDay !== null && `until ${dayText(toDay, today())}`];
  const text = days.filter(Boolean).join(' ');
  return (
    <>
      <span className="text-sm font-medium text-muted-foreground">{label}</span>
      <span className={toDay === null ? 'font-medium wrap-anywhere' : 'wrap-anywhere'}>{number}</span>
      {text !== '' && <span className="text-sm text-muted-foreground">{text}</span>}
    </>
  );
}

const numberText = ({ kind, number }: Pick<AnimalTag, 'kind' | 'number'>): string => (kind === 'eid' ? eidText(number) : number);

/** From the tag changes of the journal (rule 56). */
const earlierTagsOf = (
  events: readonly RecordedEvent[],
): readonly { readonly id: string; readonly number: string; readonly toDay: string }[] =>
  events.flatMap((event) =>
    event.kind === 'tagChange' && event.voidedAt === null && event.oldTag !== null
      ? { id: event.id, number: event.oldTag, toDay: event.day }
      : [],
  );
