import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { AnimalSummary, RecordedEvent } from '#contract/events.ts';
import { minutesToUndo } from '#domain/journal/undo.ts';
import { type EventKind, eventKindNames } from '#domain/records/events.ts';
import { AnimalDialog } from '#web/animals/animal-dialog.tsx';
import { AnimalChores } from '#web/chores/animal-chores.tsx';
import { EarTag } from '#web/components/ear-tag.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { type FailedQuery, QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { AnimalPhoto } from '#web/herd/animal/animal-photo.tsx';
import { OpenCourses } from '#web/herd/care/open-courses.tsx';
import { changeForm, listingForms, recordForm } from '#web/herd/requested-forms.ts';
import { descriptionText } from '#web/herd/animal/who-text.ts';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { useRights } from '#web/lib/session/session.ts';
import { useEntryNames } from '#web/farm-lists/lists.data.ts';
import { useRequestedForm, useRequestedRecord } from '#web/lib/forms/open-form.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { today } from '#web/lib/text/today.ts';
import { toastSaved, toastUndone } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { cn } from '#web/ui/cn.ts';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LoadingLines } from '#web/components/loading/loading-lines.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { backLink } from '#web/components/page/back-link.tsx';
import { AnimalFacts, WithdrawalAlerts } from './animal-facts.tsx';
import { describeEvent } from './describe-event.ts';
import { EventDialog } from './event-dialog.tsx';
import { Family } from './family.tsx';
import { entriesOf, filterNamed } from './journal-entries.ts';
import { Identities } from './identities.tsx';
import { JournalList } from './journal-list.tsx';
import { journalQuery, summaryQuery, useUndoEvent } from './journal.data.ts';
import { Neighbours, useSwipeToNeighbours } from './neighbours.tsx';
import { StateLine } from './state-line.tsx';
import { effectOfUndoing, UndoDialog } from './undo-dialog.tsx';
import { Verbs } from './verbs.tsx';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { GrowthCard } from './growth-card.tsx';

const ListingDialog = lazily(async () => (await import('#web/sells/listing-dialog.tsx')).ListingDialog);

export function AnimalPage() {
  const { id } = useParams({ from: '/shell/animals/$id' });
  const herd = useQuery(animalsQuery);
  const outside = useQuery(outsideParentsQuery);
  const animals = [...(herd.data ?? []), ...(outside.data ?? [])];
  const animal = animals.find((each) => each.id === id);
  const isLoading = herd.isPending || (!animal && outside.isPending);
  const swipe = useSwipeToNeighbours(id);
  return (
    <div {...swipe}>
      <div className="mb-2 flex items-center justify-between gap-3 max-sm:-mt-3 print:hidden">
        <Link to="/animals" className={backLink}>
          <ArrowLeft aria-hidden />
          Animals
        </Link>
        <Neighbours id={id} />
      </div>
      {isLoading && <LoadingLines className="gap-4" what="the animal" lines={['h-12 w-48', 'h-16', 'h-16', 'h-16']} />}
      {herd.isError && <QueryFailed what="This animal" query={herd} />}
      {herd.data && !isLoading && !animal && <NoSuchAnimal />}
      {animal && <AnimalSheet key={animal.id} animal={animal} animals={animals} herd={herd.data ?? []} />}
    </div>
  );
}

const NoSuchAnimal = () => (
  <>
    <PageHeader title="No such animal" />
    <EmptyState
      drawing={<BrokenFence />}
      title="This animal is not on your farm."
      action={<LinkButton to="/animals">See your animals</LinkButton>}
    >
      It may have been deleted, or it belongs to another farm.
    </EmptyState>
  </>
);

interface AnimalSheetProps {
  readonly animal: Animal;
  readonly animals: readonly Animal[];
  readonly herd: readonly Animal[];
}

interface OpenForm {
  readonly kind: EventKind;
  readonly event?: RecordedEvent;
  readonly isPhoto: boolean;
  /** A new key, so that a second form starts empty. */
  readonly number: number;
}

/** Names animals, places and groups. */
function useNameOf(animals: readonly Animal[]) {
  const entryName = useEntryNames();
  return (id: string): string | undefined => {
    const known = animals.find((each) => each.id === id);
    return known ? fullName(known) : entryName(id);
  };
}

/** A long number or name that would fill a phone's screen is smaller but complete. */
const tagSize = ({ length }: string): string => (length <= 12 ? 'text-3xl' : length <= 30 ? 'text-xl' : 'text-base');
const nameSize = ({ length }: string): string => (length <= 24 ? 'text-2xl' : length <= 48 ? 'text-xl' : 'text-base');

interface OfAnimal {
  readonly animal: Animal;
  readonly summary: AnimalSummary | undefined;
}

const AnimalHead = ({ animal, summary }: OfAnimal) => (
  <header className="flex flex-col gap-1.5">
    <div className="flex flex-wrap items-start justify-between gap-4">
      <h1 className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-3 gap-y-1">
        <EarTag className={cn(tagSize(animal.tagNumber), 'leading-tight')} isWhole>
          {animal.tagNumber}
        </EarTag>
        {animal.name !== null && (
          <span dir="auto" className={cn('title wrap-anywhere', nameSize(animal.name))}>
            {animal.name}
          </span>
        )}
      </h1>
      {animal.imageUrl !== null && <AnimalPhoto imageUrl={animal.imageUrl} species={animal.species} className="size-24" />}
    </div>
    <p>{descriptionText(animal, today())}</p>
    <StateLine animal={animal} summary={summary} />
  </header>
);

/** The copy of the farm also has the outside animals. */
const OwnFacts = ({ animal, summary }: OfAnimal) =>
  summary && !animal.isReference && <AnimalFacts animal={animal} summary={summary} />;

interface JournalColumnProps {
  readonly query: FailedQuery & { readonly isError: boolean; readonly isLoading: boolean };
  readonly children: ReactNode;
}

/** Beside the facts on a wide screen, after them on a narrow one. */
const JournalColumn = ({ query, children }: JournalColumnProps) => (
  <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
    {query.isError && <QueryFailed what="The journal" query={query} />}
    {query.isLoading && <Skeleton className="h-64" />}
    {children}
  </div>
);

/** A checkup has the specified message, which is too long to stand beside Undo on a phone. */
function savedMessage({ kind, event }: OpenForm) {
  if (event) return { title: 'Changed' };
  return kind === 'checkup' ? { title: 'Health record created successfully', isWhole: true } : { title: 'Recorded' };
}

/** Of an animal that died nobody enters the days any more; of one that was slaughtered they tell whether its meat may be eaten. */
const toldOf = ({ status }: Animal, { withdrawals }: AnimalSummary, events: readonly RecordedEvent[]) => {
  const isMeat = events.some(({ kind, voidedAt }) => kind === 'slaughter' && voidedAt === null);
  return withdrawals.filter(({ notRecordedOn }) => notRecordedOn === null || status !== 'died' || isMeat);
};

/** For outside animals only breeding values are recorded. */
const isJournalShown = ({ isReference }: Animal, events: readonly RecordedEvent[]): boolean => !isReference || events.length > 0;

function AnimalSheet({ animal, animals, herd }: AnimalSheetProps) {
  usePageTitle(fullName(animal));
  const { show } = useSearch({ from: '/shell/animals/$id' });
  const summary = useQuery({ ...summaryQuery(animal.id), enabled: !animal.isReference });
  const journal = useQuery(journalQuery(animal.id));
  const [form, setForm] = useState<OpenForm>();
  const [undoing, setUndoing] = useState<RecordedEvent>();
  const [openDialog, setOpenDialog] = useState<'record' | 'undo' | 'animal' | 'task' | 'listing'>();
  const undo = useUndoEvent();
  const navigate = useNavigate();
  const close = () => setOpenDialog(undefined);
  const nameOf = useNameOf(animals);
  const titleOf = (event: RecordedEvent) =>
    describeEvent(event, { today: today(), nameOf, speciesOf: () => animal.species }).title;

  const record = (kind: EventKind, event?: RecordedEvent, isPhoto = false) => {
    // A new birth has its own form; corrections use the common one.
    if (kind === 'birth' && !event) return void navigate({ to: '/births/new', search: { dam: animal.id } });
    setForm((last) => ({ kind, ...(event && { event }), isPhoto, number: (last?.number ?? 0) + 1 }));
    return setOpenDialog('record');
  };
  useRequestedForm(recordForm(animal.id), (requested) => {
    const kind = eventKindNames.find((each) => requested.endsWith(` ${each}`));
    if (kind) record(kind);
  });
  useRequestedForm(listingForms + animal.id, () => setOpenDialog('listing'));
  useRequestedRecord(changeForm(animal.id), journal.data, (event) => event && record(event.kind, event));
  const undoNow = (event: RecordedEvent) =>
    undo.mutate(
      { event },
      {
        onSuccess: (undone) => toastUndone(undone, titleOf(event)),
        onError: (error) => toastFailure(error, 'Could not undo this'),
      },
    );
  const startUndo = (event: RecordedEvent) => {
    if (minutesToUndo(event.createdAt, new Date()) > 0) undoNow(event);
    else {
      setUndoing(event);
      setOpenDialog('undo');
    }
  };
  const events = journal.data ?? [];
  const mayEnter = useRights().has('record');

  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <AnimalHead animal={animal} summary={summary.data} />
        {summary.data && <WithdrawalAlerts withdrawals={toldOf(animal, summary.data, events)} mayEnter={mayEnter} />}
        <OpenCourses animal={animal} events={events} onChange={(dose) => record('treatment', dose)} />
        {!animal.isReference && (
          <Verbs
            animal={animal}
            onRecord={record}
            onEdit={() => setOpenDialog('animal')}
            onTask={() => setOpenDialog('task')}
            onListing={() => setOpenDialog('listing')}
          />
        )}
        {summary.isLoading && <Skeleton className="h-28" />}
        <OwnFacts animal={animal} summary={summary.data} />
        {!animal.isReference && (
          <AnimalChores animal={animal} isAdding={openDialog === 'task'} onAdd={() => setOpenDialog('task')} onAdded={close} />
        )}
      </div>
      <JournalColumn query={{ ...journal, refetch: () => Promise.all([journal.refetch(), summary.refetch()]) }}>
        {journal.data && isJournalShown(animal, events) && (
          <JournalList
            animalId={animal.id}
            entries={entriesOf(events)}
            filter={filterNamed(show)}
            nameOf={nameOf}
            species={animal.species}
            onChange={(event) => record(event.kind, event)}
            onUndo={startUndo}
          />
        )}
      </JournalColumn>
      <div className="flex min-w-0 flex-col gap-4">
        {journal.data && <Figures animal={animal} animals={animals} herd={herd} events={events} />}
        <Identities animal={animal} events={events} />
        <Family animal={animal} animals={animals} />
        <AnimalHistory animalId={animal.id} />
      </div>
      {form && (
        <EventDialog
          key={form.number}
          animal={animal}
          kind={form.kind}
          event={form.event}
          isPhoto={form.isPhoto}
          isOpen={openDialog === 'record'}
          onClose={close}
          onSaved={(saved) =>
            toastSaved(saved, {
              ...savedMessage(form),
              description: `${fullName(animal)} · ${titleOf(saved)}`,
              ...(!form.event && { action: { label: 'Undo', onPress: () => undoNow(saved) } }),
            })
          }
        />
      )}
      {undoing && (
        <UndoDialog
          key={undoing.id}
          title={titleOf(undoing)}
          effect={effectOfUndoing[undoing.kind]}
          isOpen={openDialog === 'undo'}
          onClose={close}
          onUndo={async (reason) => toastUndone(await undo.mutateAsync({ event: undoing, reason }), titleOf(undoing))}
        />
      )}
      {openDialog === 'listing' && (
        <Suspense>
          <ListingDialog animal={animal} onClose={close} />
        </Suspense>
      )}
      <AnimalDialog isOpen={openDialog === 'animal'} animal={animal} onClose={close} />
    </div>
  );
}

const ExposureCard = lazily(async () => (await import('./exposure-card.tsx')).ExposureCard);
const MilkCard = lazily(async () => (await import('./milk-card.tsx')).MilkCard);
const PerformanceCard = lazily(async () => (await import('#web/performance/performance-card.tsx')).PerformanceCard);
const BreedingValuesCard = lazily(async () => (await import('./breeding-values-card.tsx')).BreedingValuesCard);
const ScoresCard = lazily(async () => (await import('./scores-card.tsx')).ScoresCard);

interface FiguresProps {
  readonly animal: Animal;
  /** Includes outside parents. */
  readonly animals: readonly Animal[];
  readonly herd: readonly Animal[];
  readonly events: readonly RecordedEvent[];
}

function Figures({ animal, animals, herd, events }: FiguresProps) {
  const { id, weaningWeightGrams, isReference } = animal;
  const isCompared = weaningWeightGrams !== null || animals.some(({ motherId, fatherId }) => motherId === id || fatherId === id);
  return (
    <>
      <GrowthCard animal={animal} herd={herd} events={events} />
      <LoadedLater>
        <ScoresCard events={events} />
        {!isReference && <ExposureCard animal={animal} animals={animals} />}
        {events.some(({ kind }) => kind === 'milking') && <MilkCard animal={animal} animals={animals} events={events} />}
        {isCompared && <PerformanceCard animal={animal} />}
        {events.some(({ kind }) => kind === 'breedingValues') && <BreedingValuesCard events={events} />}
      </LoadedLater>
    </>
  );
}

const Entries = lazily(async () => (await import('./history.page.tsx')).AnimalHistoryEntries);

/** Who changed what about an animal; read when it is opened. */
function AnimalHistory({ animalId }: { readonly animalId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="overflow-hidden rounded-xl border bg-card print:hidden"
    >
      <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-3.5 font-medium">
        <ChevronRight aria-hidden className="summary-arrow size-5 text-muted-foreground" />
        History
        <span className="font-normal text-muted-foreground">who changed what</span>
      </summary>
      {isOpen && (
        <LoadedLater what="The history" fallback={<Skeleton className="mx-3.5 mb-3.5 h-32" />}>
          <Entries animalId={animalId} />
        </LoadedLater>
      )}
    </details>
  );
}
