import { useOpened } from '#web/components/dialogs/use-opened.ts';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { isSale } from '#domain/journal/departures.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History, Smartphone, Undo2 } from 'lucide-react';
import { type ReactNode } from 'react';
import type { FarmAct } from '#contract/acts.ts';
import { minutesToUndo } from '#domain/journal/undo.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { AnimalLink } from '#web/herd/animal/animal-link.tsx';
import { toastIssuedPapers } from '#web/herd/toast-issued-papers.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { call } from '#web/lib/server/api.ts';
import { entriesText } from '#web/lib/text/format.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { dayOf, timeOf } from '#web/lib/text/moments.ts';
import { read } from '#web/lib/server/query.ts';
import { today } from '#web/lib/text/today.ts';
import { useLocalCopy } from '#web/lib/server/use-local-copy.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';
import { LoadingLines } from '#web/components/loading/loading-lines.tsx';
import { UndoLeft } from '#web/herd/undo-left.tsx';
import { describeAct, type ActText } from './describe-act.ts';
import { whoOf } from './describe-history.ts';
import { DaySection } from './day-section.tsx';
import { EventIcon } from './event-icon.tsx';
import { useRecordNames } from './use-record-names.ts';

/** Read again whenever the page is opened, because every save adds to it. */
const actsQuery = { ...read('listActs', {}), staleTime: 0 };

/** The latest changes, which can be undone. */
export function LatestChanges() {
  const acts = useQuery(actsQuery);
  const { opened: undoing, open: ask, close } = useOpened<FarmAct>();
  const undo = useMutation({ mutationFn: ({ revision }: FarmAct) => call('undoAct', { params: { revision } }) });
  const herd = useQuery(animalsQuery);
  const names = useRecordNames();
  const animals = new Map(herd.data?.map((animal) => [animal.id, animal]));
  const known = { today: today(), nameOf: (id: string) => names.get(id), speciesOf: (id: string) => animals.get(id)?.species };
  const list = acts.data ?? [];
  const byRevision = new Map(list.map((act) => [act.revision, act]));
  const textOf = (act: FarmAct) => describeAct(act, known, act.undoes === null ? undefined : byRevision.get(act.undoes));
  const titleOf = (act: FarmAct) => textOf(act).title;
  /** A recent change is undone without a question. */
  const takeBack = (act: FarmAct) =>
    undo.mutate(act, {
      onSuccess: () => {
        toast({ title: 'Undone', description: textOf(act).title });
        const days = act.events.flatMap((event) => (isSale(event) ? event.day : []));
        for (const day of new Set(days)) toastIssuedPapers(day);
      },
      onError: (error) => toastFailure(error, 'Could not undo this'),
      onSettled: close,
    });
  return (
    <>
      <Waiting />
      {acts.isPending && (
        <LoadingLines className="max-w-3xl gap-3" what="recent changes" lines={['h-11', 'h-16', 'h-16', 'h-16']} />
      )}
      {acts.isError && !acts.data && <QueryFailed what="The list" query={acts} />}
      {acts.data?.length === 0 && (
        <EmptyState drawing={<BrokenFence />} title="Nothing has been done yet">
          Everything you and others save on this farm is listed here and can be undone.
        </EmptyState>
      )}
      <div className="max-w-3xl">
        {[...Map.groupBy(list, ({ at }) => dayOf(at))].map(([day, ofDay]) => (
          <DaySection key={day} day={day} heading="h2">
            {runsOf(ofDay, titleOf).map((run) => (
              // A run grows at its top.
              <Run key={run.at(-1)?.revision} title={titleOf(run[0])} run={run}>
                {run.map((act) => (
                  <ActEntry
                    key={act.revision}
                    act={act}
                    text={textOf(act)}
                    tagOf={(id) => animals.get(id)?.tagNumber}
                    onUndo={() => (minutesToUndo(act.at, new Date()) > 0 ? takeBack(act) : ask(act))}
                  />
                ))}
              </Run>
            ))}
          </DaySection>
        ))}
      </div>
      {undoing && (
        <UndoDialog
          title={textOf(undoing.of).title}
          isOpen={undoing.isOpen}
          isBusy={undo.isPending}
          onClose={close}
          onUndo={() => takeBack(undoing.of)}
        />
      )}
    </>
  );
}

type ActRun = readonly [FarmAct, ...FarmAct[]];

/** Changes of the same kind that one person made one after the other, but not the newest, which may still be undone without a question. */
function runsOf(acts: readonly FarmAct[], titleOf: (act: FarmAct) => string): readonly ActRun[] {
  const kindOf = (act: FarmAct) => JSON.stringify([titleOf(act), whoOf(act), act.isUndone]);
  const isNew = ({ at }: FarmAct) => minutesToUndo(at, new Date()) > 0;
  const runs: [FarmAct, ...FarmAct[]][] = [];
  for (const act of acts) {
    const run = runs.at(-1);
    if (run && !isNew(run[0]) && kindOf(run[0]) === kindOf(act)) run.push(act);
    else runs.push([act]);
  }
  return runs;
}

const shortRun = 3;

interface RunProps {
  readonly title: string;
  readonly run: ActRun;
  readonly children: ReactNode;
}

/** A long run is one line until it is opened. */
function Run({ title, run, children }: RunProps) {
  const isPrinting = usePrinting();
  if (run.length <= shortRun || isPrinting) return children;
  const [{ at, isUndone }] = run;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer border-b px-4 py-2.5 wrap-anywhere">
        <bdi className="font-medium">{isUndone ? <del>{title}</del> : title}</bdi> · {run.length} times
        <span className="block text-sm text-muted-foreground">
          <bdi>{whoOf(run[0])}</bdi> · <time dateTime={at}>{timeOf(at)}</time>
        </span>
      </summary>
      {children}
    </details>
  );
}

/** Unsent entries are not in the farm's list yet. */
function Waiting() {
  const waiting = useLocalCopy((copy) => copy?.waiting ?? 0, 0);
  return (
    <output className="block">
      {waiting > 0 && (
        <Alert
          className="mb-6"
          icon={<Smartphone />}
          title={`${entriesText(waiting)} on this device ${waiting === 1 ? 'is' : 'are'} not in this list yet`}
        >
          The icon in the header shows what is waiting and what you can do about it.
        </Alert>
      )}
    </output>
  );
}

interface ActEntryProps {
  readonly act: FarmAct;
  readonly text: ActText;
  readonly tagOf: (id: string) => string | undefined;
  readonly onUndo: () => void;
}

function ActEntry({ act, text: { title, facts, animalIds }, tagOf, onUndo }: ActEntryProps) {
  const { at, call: name, isUndone, isChangedSince, canUndo, events } = act;
  const event = events.find(({ kind }) => kind === 'birth') ?? events[0];
  const animals = animalIds.flatMap((id) => {
    const tag = tagOf(id);
    return tag === undefined ? [] : [{ id, tag }];
  });
  const others = Math.max(...Object.values(act.counts), 0) > act.changes.length;
  return (
    <article aria-label={title} className="flex items-start gap-3 border-b px-4 py-2">
      {event && act.undoes === null ? (
        <EventIcon kind={event.kind} />
      ) : (
        <History aria-hidden className="mt-0.5 size-5.5 shrink-0 text-muted-foreground" strokeWidth={1.75} />
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 flex-1">
            <p dir="auto" className="leading-snug font-medium wrap-anywhere">
              {isUndone ? <del>{title}</del> : title}
            </p>
            {animals.length > 0 && (
              <p className="flex flex-wrap gap-x-5 gap-y-5 py-0.5">
                {animals.map(({ id, tag }) => (
                  <AnimalLink key={id} id={id}>
                    <span dir="auto" className="wrap-anywhere underline decoration-1 underline-offset-4">
                      {tag}
                    </span>
                  </AnimalLink>
                ))}
                {others && <span className="text-muted-foreground">and others</span>}
              </p>
            )}
          </div>
          {canUndo && (
            <Button variant="ghost" size="small" className="-my-1 -me-2" aria-label={`Undo ${title}`} onClick={onUndo}>
              <Undo2 aria-hidden />
              Undo
            </Button>
          )}
        </div>
        <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
          {[...facts, whoOf(act), isUndone && 'undone', isChangedSince && 'changed again since'].filter(Boolean).join(' · ')}
          {' · '}
          <time dateTime={at}>{timeOf(at)}</time>
          {canUndo && (
            <span className="[&:not(:empty)]:before:content-['_·_']">
              <UndoLeft since={at} />
            </span>
          )}
        </p>
        {name === 'applyImport' && !isUndone && (
          <Link to="/animals/import" className="inline-flex min-h-11 items-center underline underline-offset-4">
            Your imports
          </Link>
        )}
      </div>
    </article>
  );
}

interface UndoDialogProps extends OpenProps {
  readonly title: string;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

const UndoDialog = ({ title, isOpen, isBusy, onClose, onUndo }: UndoDialogProps) => (
  <AlertDialog
    isOpen={isOpen}
    isBusy={isBusy}
    onClose={onClose}
    title="Undo this?"
    description={`${title}. Everything it changed goes back to how it was. It stays in the history.`}
    confirm={
      <Button busy={isBusy} onClick={onUndo}>
        Undo
      </Button>
    }
  />
);
