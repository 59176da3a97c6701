import { Undo2 } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import type { Worklist } from '#contract/worklists.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import type { Progress } from '#domain/work/worklists.ts';
import { workInfo } from '#domain/records/works.ts';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { EarTag } from '#web/components/ear-tag.tsx';
import { UndoLeft } from '#web/herd/undo-left.tsx';
import { count } from '#web/lib/text/format.ts';
import { useFarmRole, useRights } from '#web/lib/session/session.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useCall } from '#web/lib/server/use-call.ts';
import type { Entry } from './use-entries.ts';
import { Weighed, type WeightBefore } from './weighed.tsx';
import { enteredText } from './work-events.ts';

interface SummaryProps {
  readonly worklist: Worklist;
  readonly progress: Progress<Entry>;
  readonly animalOf: (id: string) => Animal | undefined;
  readonly nameOf: (id: string) => string;
  readonly onOpen: (animalId: string) => void;
  readonly onUndo: (entry: Entry) => void;
  readonly onGoOn: () => void;
}

/** The missing and unexpected animals, and the entries, each with Undo. */
export function Summary({ worklist, progress, animalOf, nameOf, onOpen, onUndo: undo, onGoOn }: SummaryProps) {
  const { id, name, work, archivedAt } = worklist;
  // Others only look at it.
  const mayEnter = mayRecord(useFarmRole(), workInfo(work).event);
  const mayChange = useRights().has('record');
  const onUndo = mayEnter ? undo : undefined;
  const finish = useCall('changeWorklist');
  const isFinished = archivedAt !== null;
  const change = (isArchived: boolean) =>
    finish.mutateAsync({ params: { id }, body: { isArchived } }).then(
      (saved) => {
        toastSaved(saved, { title: isArchived ? 'Finished' : 'Continued', description: name });
        if (!isArchived) onGoOn();
      },
      (error: unknown) => toastFailure(error, 'Could not change this'),
    );
  const entries = [...progress.entries.values()].toReversed();
  const here = [...progress.entries.keys()].filter((animalId) => animalOf(animalId)?.status === 'active');
  return (
    <div className="pt-4 pb-24">
      {progress.repeated.length > 0 && (
        <Alert title="Entered twice" className="mb-4">
          One animal has two entries, for example from two phones. The later one counts; undo the wrong one.
          <Entries entries={progress.repeated} animalOf={animalOf} nameOf={nameOf} onUndo={onUndo} />
        </Alert>
      )}
      <Tags
        title={isFinished ? 'Missing' : 'Still to go'}
        ids={progress.missing}
        animalOf={animalOf}
        onOpen={isFinished || !mayEnter ? undefined : onOpen}
      />
      <Tags title="Unexpected" ids={progress.unexpected} animalOf={animalOf} onOpen={undefined} />
      <section aria-labelledby="entered">
        <h2 id="entered" className="mb-1 font-medium">
          Entered <span className="font-normal text-muted-foreground">{entries.length}</span>
        </h2>
        {workInfo(work).asks === 'weight' && entries.length > 1 ? (
          <Weighed entries={entries} animalOf={animalOf}>
            {(ordered, beforeOf) => (
              <Entries entries={ordered} beforeOf={beforeOf} animalOf={animalOf} nameOf={nameOf} onUndo={onUndo} />
            )}
          </Weighed>
        ) : (
          <Entries entries={entries} animalOf={animalOf} nameOf={nameOf} onUndo={onUndo} />
        )}
        {entries.length === 0 && <p className="text-muted-foreground">Nothing yet.</p>}
      </section>
      {mayChange && here.length > 0 && (
        <LinkButton to="/work/new" state={{ animalIds: here }} variant="outline" className="mt-6 me-2.5">
          Other work with these {count(here.length)}
        </LinkButton>
      )}
      {!mayChange ? null : isFinished ? (
        <Button variant="outline" busy={finish.isPending} onClick={() => void change(false)} className="mt-6">
          Continue it
        </Button>
      ) : (
        <BottomPanel>
          <div className="flex gap-2 p-2 *:flex-1 sm:px-0">
            {mayEnter && (
              <Button variant="outline" size="large" onClick={onGoOn}>
                Go on
              </Button>
            )}
            <Button size="large" busy={finish.isPending} onClick={() => void change(true)}>
              Finish
            </Button>
          </div>
        </BottomPanel>
      )}
    </div>
  );
}

interface TagsProps {
  readonly title: string;
  readonly ids: readonly string[];
  readonly animalOf: (id: string) => Animal | undefined;
  readonly onOpen: ((animalId: string) => void) | undefined;
}

const Tags = ({ title, ids, animalOf, onOpen }: TagsProps) =>
  ids.length > 0 && (
    <section aria-label={title} className="mb-5">
      <h2 className="mb-1 font-medium">
        {title} <span className="font-normal text-muted-foreground">{ids.length}</span>
      </h2>
      <ul className="flex flex-wrap items-center gap-x-2">
        {ids.map((id) => {
          const tag = animalOf(id)?.tagNumber ?? 'Deleted animal';
          return (
            <li key={id}>
              {onOpen ? (
                <button type="button" onClick={() => onOpen(id)} className="min-h-12 cursor-pointer rounded-lg">
                  <EarTag>{tag}</EarTag>
                </button>
              ) : (
                <EarTag className="my-2">{tag}</EarTag>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );

interface EntriesProps extends Pick<SummaryProps, 'animalOf' | 'nameOf'> {
  readonly onUndo: SummaryProps['onUndo'] | undefined;
  readonly entries: readonly Entry[];
  readonly beforeOf?: (entry: Entry) => WeightBefore;
}

const Entries = ({ entries, beforeOf, animalOf, nameOf, onUndo }: EntriesProps) => (
  <ul className="divide-y">
    {entries.map((entry) => {
      const animal = animalOf(entry.animalId);
      const tag = animal?.tagNumber ?? 'Deleted animal';
      return (
        <li key={entry.id} className="flex min-h-12 items-center gap-3">
          <EarTag isSmall>{tag}</EarTag>
          <span className="min-w-0 flex-1 py-1 leading-tight">
            <span dir="auto" className="block wrap-anywhere">
              {enteredText(entry, beforeOf?.(entry), nameOf)}
            </span>
            <span dir="auto" className="block truncate text-sm text-muted-foreground empty:hidden">
              {animal?.name}
            </span>
          </span>
          {onUndo && (
            <>
              <UndoLeft since={entry.createdAt} />
              <Button variant="ghost" size="icon" aria-label={`Undo ${tag}`} onClick={() => onUndo(entry)}>
                <Undo2 aria-hidden />
              </Button>
            </>
          )}
        </li>
      );
    })}
  </ul>
);
