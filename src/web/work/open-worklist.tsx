import { ChevronDown, ChevronLeft } from 'lucide-react';
import { Suspense, useState, type DragEvent } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Product } from '#contract/products.ts';
import type { Worklist } from '#contract/worklists.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { minutesToUndo } from '#domain/journal/undo.ts';
import { type Progress, progressOf } from '#domain/work/worklists.ts';
import { workInfo } from '#domain/records/works.ts';
import { lazily } from '#web/components/loading/lazily.ts';
import { useEntryNames } from '#web/farm-lists/lists.data.ts';
import { dayText } from '#web/herd/day-text.ts';
import { today } from '#web/lib/text/today.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useKeptFocus } from '#web/ui/focus-on.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { findAnimals } from '#web/herd/list/find-animals.ts';
import { useNumbers } from '#web/herd/animal/use-numbers.ts';
import { giveFeedback } from '#web/lib/device/feedback.ts';
import { useReader } from '#web/lib/device/use-reader.ts';
import { useWithdrawalReason } from '#web/herd/care/use-withdrawal-reason.tsx';
import { UndoDialog } from '#web/journal/undo-dialog.tsx';
import { EnterOne } from './enter-one.tsx';
import { FindNext } from './find-next.tsx';
import { LastLine } from './last-line.tsx';
import { type KnownAnimal, useKnownAnimals } from './known-animal.ts';
import { progressText } from './progress-text.ts';
import { Summary } from './summary.tsx';
import { type Entry, type LastEntry, useEntries } from './use-entries.ts';
import { type Entered, enteredText } from './work-events.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';

const ReadFile = lazily(async () => (await import('./read-file.tsx')).ReadFile);

interface OpenWorklistProps {
  readonly worklist: Worklist;
  readonly herd: readonly Animal[];
  readonly recorded: readonly RecordedEvent[];
  readonly products: readonly Product[];
}

interface Opened {
  readonly id: string;
  /** The animal came from the list's order, so the next one does too. */
  readonly isNext: boolean;
}

/** Those who may not enter anything see the summary alone, also if their role changes meanwhile. */
function useShowsSummary(isFinished: boolean, mayEnter: boolean) {
  const [isChosen, choose] = useState(isFinished);
  return [isChosen || !mayEnter, choose] as const;
}

export function OpenWorklist({ worklist, herd, recorded, products }: OpenWorklistProps) {
  const { work, name, shared, archivedAt } = worklist;
  const { asks, event } = workInfo(work);
  const mayEnter = mayRecord(useFarmRole(), event);
  const { entries, last, failed, acts, enter, takeBack, dismiss } = useEntries(worklist, recorded, products);
  const [opened, setOpened] = useState<Opened>();
  /** The last reading matches no animal or several. */
  const [unknownRead, setUnknownRead] = useState('');
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [showsSummary, setShowsSummary] = useShowsSummary(archivedAt !== null, mayEnter);
  const entryName = useEntryNames();
  const nameOf = (id: string) => entryName(id) ?? '';
  const byId = new Map(herd.map((animal) => [animal.id, animal]));
  const isHere = (id: string): boolean => byId.get(id)?.status === 'active';
  const progress: Progress<Entry> = progressOf(worklist, entries, isHere);
  // Skipped animals come after all others.
  const toGo = [
    ...progress.missing.filter((id) => !skipped.includes(id)),
    ...skipped.filter((id) => progress.missing.includes(id)),
  ];
  const { undo, dialog } = useUndo(takeBack, ({ animalId }) => byId.get(animalId)?.tagNumber ?? '', nameOf);
  const knownOf = useKnownAnimals(worklist, progress.entries);

  const open = (id: string, isNext: boolean) => {
    if (progress.entries.has(id)) giveFeedback('warning');
    setShowsSummary(false);
    setUnknownRead('');
    setOpened({ id, isNext });
  };
  const save = (known: KnownAnimal, entered: Entered) => {
    enter(known.animal, entered, { before: known.measuredBefore(shared.day ?? today()), earlier: known.earlier });
    giveFeedback('done');
    const after = toGo.find((id) => id !== known.animal.id);
    setOpened(
      opened?.isNext && asks !== null && asks !== 'presence' && after !== undefined ? { id: after, isNext: true } : undefined,
    );
  };
  const skip = (id: string) => {
    setSkipped([...skipped.filter((each) => each !== id), id]);
    const after = toGo.find((each) => each !== id);
    setOpened(opened?.isNext && after !== undefined ? { id: after, isNext: true } : undefined);
  };

  const file = useWorkFile(worklist, () => {
    setShowsSummary(false);
    setOpened(undefined);
  });

  const numbers = useNumbers();
  // A reading opens its animal whatever is on the screen, because that animal is now at the scale.
  useReader(
    ({ eid, text }) => {
      const [read, ...others] = findAnimals(eid ?? text, herd, numbers, 'at the end').filter(({ id }) => isHere(id));
      if (read && others.length === 0) open(read.id, false);
      else {
        giveFeedback('warning');
        setUnknownRead(eid ?? text);
        setOpened(undefined);
      }
    },
    { isOn: opened !== undefined },
  );

  const shown = opened && byId.get(opened.id);
  return (
    <div className="max-sm:-mt-6 sm:max-w-xl" {...(mayEnter && file.dropTarget)}>
      <Head
        name={name}
        text={[...(shared.day ? [dayText(shared.day, today())] : []), progressText(progress, archivedAt !== null)].join(' · ')}
        share={progress.expected === 0 ? 0 : progress.done / progress.expected}
        isOpen={showsSummary}
        shown={[showsSummary, opened?.id, file.text !== undefined, archivedAt, acts, last?.state === 'undone'].join(' ')}
        onToggle={mayEnter ? () => setShowsSummary(!showsSummary) : undefined}
      />
      <Failed
        failed={failed}
        nameOf={nameOf}
        onDismiss={dismiss}
        onExplain={({ animal, before }, reason) =>
          enter(animal, { reason }, { before, earlier: progress.entries.get(animal.id) })
        }
      />
      {last && !showsSummary && (
        <LastLine last={last} nameOf={nameOf} actions={[{ label: 'Undo', onPress: () => undo(last.event) }]} />
      )}
      {file.text !== undefined ? (
        <Suspense fallback={<Skeleton className="mt-4 h-64" />}>
          <ReadFile worklist={worklist} text={file.text} herd={herd} knownOf={knownOf} products={products} onClose={file.close} />
        </Suspense>
      ) : showsSummary ? (
        <Summary
          worklist={worklist}
          progress={progress}
          animalOf={(id) => byId.get(id)}
          nameOf={nameOf}
          onOpen={(id) => open(id, false)}
          onUndo={undo}
          onGoOn={() => setShowsSummary(false)}
        />
      ) : shown ? (
        <EnterOne
          key={shown.id}
          work={work}
          known={knownOf(shown)}
          day={shared.day ?? today()}
          onSave={(entered) => save(knownOf(shown), entered)}
          onSkip={() => skip(shown.id)}
          onFind={() => setOpened(undefined)}
        />
      ) : (
        <FindNext
          work={work}
          read={unknownRead}
          herd={herd}
          toGo={toGo}
          knownOf={knownOf}
          isAllDone={progress.expected > 0 && toGo.length === 0}
          onOpen={open}
          onDone={(animal) => save(knownOf(animal), {})}
          onFinish={() => setShowsSummary(true)}
          onFile={file.read}
        />
      )}
      {dialog}
    </div>
  );
}

interface FailedProps {
  readonly failed: readonly LastEntry[];
  readonly nameOf: (id: string) => string;
  readonly onDismiss: (animalId: string) => void;
  /** Enters it again with the reason of rule 52. */
  readonly onExplain: (entry: LastEntry, reason: string) => void;
}

function Failed({ failed, nameOf, onDismiss, onExplain }: FailedProps) {
  const { ask, dialog } = useWithdrawalReason();
  const explain = async (entry: LastEntry) => {
    const reason = await ask([entry.animal], 'Sell');
    if (reason !== undefined) onExplain(entry, reason);
  };
  return (
    <>
      {failed.map((entry) => (
        <LastLine
          key={entry.event.id}
          last={entry}
          nameOf={nameOf}
          actions={[
            ...(entry.lacksReason ? [{ label: 'Give the reason', onPress: () => void explain(entry) }] : []),
            { label: 'Dismiss', onPress: () => onDismiss(entry.animal.id) },
          ]}
        />
      ))}
      {dialog}
    </>
  );
}

/** What was entered earlier asks for a reason first. */
function useUndo(
  takeBack: (entry: Entry, reason?: string) => Promise<void>,
  tagOf: (entry: Entry) => string,
  nameOf: (id: string) => string,
) {
  const [undoing, setUndoing] = useState<Entry>();
  const [isAsking, setAsking] = useState(false);
  const undo = (entry: Entry) => {
    if (minutesToUndo(entry.createdAt, new Date()) > 0) return void takeBack(entry);
    setUndoing(entry);
    return setAsking(true);
  };
  const dialog = undoing && (
    <UndoDialog
      key={undoing.id}
      title={[tagOf(undoing), enteredText(undoing, undefined, nameOf)].filter(Boolean).join(' · ')}
      isOpen={isAsking}
      onClose={() => setAsking(false)}
      onUndo={(reason) => takeBack(undoing, reason)}
    />
  );
  return { undo, dialog };
}

interface HeadProps {
  readonly name: string;
  readonly text: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly isOpen: boolean;
  /** Changes with the part that is shown below, and with what the person does there. */
  readonly shown: string;
  /** undefined if there is nothing but the list. */
  readonly onToggle: (() => void) | undefined;
}

const Head = ({ name, text, share, isOpen, shown, onToggle }: HeadProps) => (
  <header className="-mx-4 border-b sm:mx-0">
    <div className="flex min-h-14 items-center gap-1 px-1.5 py-1 sm:px-0">
      <LinkButton to="/work" aria-label="Leave; it can be taken up again" variant="ghost" size="icon">
        <ChevronLeft aria-hidden />
      </LinkButton>
      <div className="min-w-0 flex-1">
        <h1
          ref={useKeptFocus(shown)}
          tabIndex={-1}
          dir="auto"
          className="title outline-none line-clamp-2 text-lg leading-tight wrap-anywhere"
        >
          {name}
        </h1>
        <output dir="auto" className="block truncate text-sm text-muted-foreground">
          {text}
        </output>
      </div>
      {onToggle && (
        <Button variant="ghost" size="small" aria-expanded={isOpen} onClick={onToggle}>
          List
          <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : ''} />
        </Button>
      )}
    </div>
    <div aria-hidden className="h-1 bg-secondary">
      <div className="h-1 rounded-e-full bg-primary" style={{ width: `${share * 100}%` }} />
    </div>
  </header>
);

/** The file of a scale or a reader that is shown before it is recorded. Work whose values no such file has takes none. */
function useWorkFile({ work, archivedAt }: Worklist, onRead: () => void) {
  const [text, setText] = useState<string>();
  const { asks } = workInfo(work);
  const isTaken = archivedAt === null && (asks === null || asks === 'weight' || asks === 'presence');
  const read = (file: File) =>
    void readText(file).then(
      (content) => {
        onRead();
        setText(content);
      },
      (error: unknown) => toastFailure(error, 'Could not read this file'),
    );
  const dropTarget = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) read(file);
    },
  };
  return { text, close: () => setText(undefined), read: isTaken ? read : undefined, dropTarget: isTaken ? dropTarget : {} };
}

/** Windows programs save text for spreadsheets in two bytes a character. */
async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
}
