import { ArrowLeft, Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { LoadFailed } from '#web/components/loading/load-failed.tsx';
import { count } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { NumberPad } from '#web/ui/number-pad.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { AnimalRow, ThingRow } from './rows.tsx';
import { type FinderProps, useFinder } from './use-finder.ts';
import { useQuery } from '@tanstack/react-query';
import type { EventKind } from '#domain/records/events.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { whoText } from '#web/herd/animal/who-text.ts';
import { AnimalFacts, WithdrawalAlerts } from '#web/journal/animal-facts.tsx';
import { summaryQuery } from '#web/journal/journal.data.ts';
import { today } from '#web/lib/text/today.ts';
import { useFarmRole, useRights } from '#web/lib/session/session.ts';
import { verbsOf } from './verbs.ts';

const CameraReader = lazily(async () => (await import('#web/readers/camera-reader.tsx')).CameraReader);

export function Finder(props: FinderProps) {
  const id = useId();
  const finder = useFinder(props);
  const { typed, type, given, current, failure, isScanning, setScanning } = finder;
  const [hasLetters, setHasLetters] = useState(false);
  /** On a phone, also on its side, which has no panel beside the list: the animal to record something about. */
  const [recorded, setRecorded] = useState<Animal>();
  const hasRoom = useMedia('(width >= 768px) and (height >= 30rem)');
  const change = (next: string) => {
    setRecorded(undefined);
    type(next);
  };

  return (
    <>
      <SearchField
        finder={finder}
        listId={id}
        inputMode={hasLetters ? 'text' : 'none'}
        onChange={change}
        onClose={props.onClose}
      />
      {isScanning && (
        <LoadedLater what="The camera">
          <CameraReader />
        </LoadedLater>
      )}
      <div className={isScanning ? 'hidden' : 'flex min-h-0 flex-1'}>
        <div className="min-w-0 flex-1 overflow-y-auto overscroll-contain p-2 sm:min-h-96">
          {typed === '' && given !== undefined && (
            <p className="px-3 py-2 text-muted-foreground">Type the last digits of the tag of the animal that has it.</p>
          )}
          {failure && <LoadFailed what="The animals" error={failure.error} busy={failure.isRetrying} onRetry={failure.retry} />}
          <Rows finder={finder} listId={id} onRecord={hasRoom || given !== undefined ? undefined : setRecorded} />
        </div>
        {hasRoom && given === undefined && current?.animal && (
          <AnimalPreview
            key={current.animal.id}
            animal={current.animal}
            departure={finder.departure(current.animal)}
            onRecord={finder.record}
          />
        )}
      </div>
      {recorded && (
        <section aria-label={`Record of ${recorded.tagNumber}`} className="border-t p-2">
          <VerbButtons animal={recorded} onRecord={(kind) => finder.record(recorded, kind)} />
        </section>
      )}
      <div className={hasLetters ? 'hidden' : 'border-t pb-[env(safe-area-inset-bottom)] pointer-fine:hidden'}>
        <NumberPad
          onKey={(key) => change(typed + key)}
          onDelete={() => change(typed.slice(0, -1))}
          extra={{ label: 'ABC', onPress: () => setHasLetters(true) }}
          aside={{ label: isScanning ? 'List' : 'Scan', onPress: () => setScanning(!isScanning) }}
          next={{ label: 'Open', onPress: finder.open }}
        />
      </div>
      <KeyHints />
    </>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

interface PartProps {
  readonly finder: ReturnType<typeof useFinder>;
  readonly listId: string;
}

interface SearchFieldProps extends PartProps {
  readonly inputMode: 'none' | 'text';
  readonly onChange: (typed: string) => void;
  readonly onClose: () => void;
}

/** The ARIA pattern of a combobox with a grid: the focus stays here and the active row follows the keyboard. */
function SearchField({ finder, listId, inputMode, onChange, onClose }: SearchFieldProps) {
  const { typed, given, rows, current, open, setActive } = finder;
  const label = given === undefined ? 'Tag, name, group or place' : `Who gets ${given}?`;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    // The Enter that ends a composition opens nothing.
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) open();
    else setActive(Math.max(0, Math.min(rows.length - 1, (current ? rows.indexOf(current) : 0) + step)));
  };
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 border-b px-1 sm:gap-3 sm:px-4">
      <Button variant="ghost" size="icon" aria-label="Close" className="pointer-fine:sm:hidden" onClick={onClose}>
        <ArrowLeft aria-hidden />
      </Button>
      <Search aria-hidden className="size-5 shrink-0 text-muted-foreground max-sm:hidden pointer-coarse:hidden" />
      <input
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-haspopup="grid"
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${current.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        inputMode={inputMode}
        enterKeyHint="go"
        placeholder={label}
        value={typed}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-14 min-w-0 flex-1 bg-transparent text-xl outline-none sm:text-lg"
      />
      <output className="shrink-0 text-sm text-muted-foreground empty:hidden">{foundText(finder)}</output>
      {typed !== '' && (
        <Button variant="ghost" size="icon" aria-label="Clear" className="pointer-fine:sm:hidden" onClick={() => onChange('')}>
          <X aria-hidden />
        </Button>
      )}
      <kbd className="key max-sm:hidden pointer-coarse:hidden">Esc</kbd>
    </header>
  );
}

function foundText({ searched, animalCount, isComplete, failure }: PartProps['finder']): string {
  if (searched === '') return '';
  if (animalCount > 0) return `${count(animalCount)} found`;
  if (isComplete) return 'No animal';
  return failure ? '' : 'Loading...';
}

interface RowsProps extends PartProps {
  readonly onRecord: ((animal: Animal) => void) | undefined;
}

const Rows = ({ finder: { rows, current, setActive, searched, factOf, canRecord }, listId, onRecord }: RowsProps) => (
  <div {...({ role: 'grid', id: listId } as const)} aria-label="Found">
    {rows.map((row, index) => {
      const { id, animal, thing, open } = row;
      const shared = {
        id: `${listId}-${id}`,
        isActive: row === current,
        onActive: () => setActive(index),
        onOpen: open,
      };
      if (!animal) return thing && <ThingRow key={id} {...shared} thing={thing} />;
      return (
        <AnimalRow
          key={id}
          {...shared}
          animal={animal}
          typed={searched}
          fact={factOf(animal)}
          onRecord={onRecord && canRecord(animal) ? () => onRecord(animal) : undefined}
        />
      );
    })}
  </div>
);

const KeyHints = () => (
  <p className="flex items-center gap-4 border-t px-4 py-2 text-sm text-muted-foreground max-sm:hidden pointer-coarse:hidden">
    <span>
      <kbd className="key">↑</kbd> <kbd className="key">↓</kbd> choose
    </span>
    <span>
      <kbd className="key">Enter</kbd> open
    </span>
    <span>
      <kbd className="key">Tab</kbd> what to record
    </span>
    <span className="ms-auto max-md:hidden">The last digits of a tag are enough</span>
  </p>
);

interface AnimalPreviewProps {
  readonly animal: Animal;
  /** How the animal left, if it has. */
  readonly departure: string | undefined;
  readonly onRecord: (animal: Animal, kind: EventKind) => void;
}

/** A summary of the animal in the active row, and what can be recorded about it. */
function AnimalPreview({ animal, departure, onRecord }: AnimalPreviewProps) {
  const { data: summary } = useQuery({ ...summaryQuery(animal.id), enabled: !animal.isReference });
  const mayEnter = useRights().has('record');
  return (
    <section aria-label="In short" className="flex w-72 shrink-0 flex-col gap-3 overflow-y-auto border-s bg-background p-4">
      <div className="flex flex-col items-start gap-1.5">
        <EarTag className="text-xl">{animal.tagNumber}</EarTag>
        {animal.name !== null && (
          <p dir="auto" className="title text-xl wrap-anywhere">
            {animal.name}
          </p>
        )}
        <p className="text-sm text-muted-foreground">{whoText(animal, today())}</p>
        {departure !== undefined && <p className="font-medium first-letter:uppercase">{departure}</p>}
      </div>
      {summary && <WithdrawalAlerts withdrawals={summary.withdrawals} mayEnter={mayEnter} />}
      {summary && departure === undefined && (
        <div className="shrink-0">
          <AnimalFacts animal={animal} summary={summary} />
        </div>
      )}
      <div className="mt-auto shrink-0">
        <VerbButtons animal={animal} onRecord={(kind) => onRecord(animal, kind)} />
      </div>
    </section>
  );
}

interface VerbButtonsProps {
  readonly animal: Animal;
  readonly onRecord: (kind: EventKind) => void;
}

/** Each button has a letter for keyboard users who come here with Tab. */
function VerbButtons({ animal, onRecord }: VerbButtonsProps) {
  const shown = verbsOf(animal, useFarmRole());
  const pressByLetter = (event: KeyboardEvent) => {
    const verb = shown.find(({ letter }) => letter === event.key.toUpperCase());
    if (verb && !event.ctrlKey && !event.metaKey && !event.altKey) onRecord(verb.kind);
  };
  return (
    shown.length > 0 && (
      // The letters work on any of the buttons, so the group handles them.
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      <div onKeyDown={pressByLetter} className="grid grid-cols-2 gap-2 md:grid-cols-1">
        {shown.map(({ kind, label, letter, icon: Icon }) => (
          <Button key={kind} variant="outline" aria-keyshortcuts={letter} size="line" onClick={() => onRecord(kind)}>
            <Icon aria-hidden />
            <span dir="auto" className="truncate">
              {label}
            </span>
            <kbd className="key ms-auto pointer-coarse:hidden">{letter}</kbd>
          </Button>
        ))}
      </div>
    )
  );
}
