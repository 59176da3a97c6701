import { FileText, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { type Work, workInfo } from '#domain/records/works.ts';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { AnimalLine } from '#web/herd/animal/animal-line.tsx';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { findAnimals } from '#web/herd/list/find-animals.ts';
import { GoneAnimals } from '#web/herd/animal/gone-animals.tsx';
import { useNumbers } from '#web/herd/animal/use-numbers.ts';
import { useWithheld } from '#web/herd/care/withheld.ts';
import { giveFeedback } from '#web/lib/device/feedback.ts';
import { useReader } from '#web/lib/device/use-reader.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { NumberPad } from '#web/ui/number-pad.tsx';
import { factsOf, remarkOf } from './animal-facts.ts';
import type { KnownAnimal } from './known-animal.ts';

const maxShown = 8;

interface FindNextProps {
  readonly work: Work;
  readonly herd: readonly Animal[];
  /** The animals still expected, in order. */
  readonly toGo: readonly string[];
  readonly knownOf: (animal: Animal) => KnownAnimal;
  readonly isAllDone: boolean;
  /** A reading from before this was shown. */
  readonly read: string;
  readonly onOpen: (id: string, isNext: boolean) => void;
  /** Set if nothing is entered per animal. */
  readonly onDone: (animal: Animal) => void;
  readonly onFinish: () => void;
  /** Reads the file of a scale or a reader; absent if the work has nothing that one could say. */
  readonly onFile: ((file: File) => void) | undefined;
}

/** Finds the next animal of the list or, by the last digits of a tag, any animal. The first match is already selected. */
export function FindNext({
  work,
  herd,
  toGo,
  knownOf,
  isAllDone,
  read: readBefore,
  onOpen,
  onDone,
  onFinish,
  onFile,
}: FindNextProps) {
  const [typed, setTyped] = useState(readBefore);
  const [hasLetters, setHasLetters] = useState(false);
  const numbers = useNumbers();
  const wanted = typed.trim();
  const inOrder = herd.toSorted(soonFirst(toGo));
  const fitting = wanted === '' ? [] : findAnimals(wanted, inOrder, numbers, 'at the end');
  const [here, gone] = [fitting.filter(isHere), fitting.filter((animal) => !isHere(animal))];
  const found = wanted === '' ? expectedOf(herd, toGo) : here;
  const { label, asks } = workInfo(work);
  const word = asks === null || asks === 'presence' ? 'Done' : (label.split(' ')[0] ?? label);
  const choose = (animal: Animal | undefined) => {
    if (!animal) return;
    setTyped('');
    const isDoneAtOnce = word === 'Done' && !knownOf(animal).earlier;
    if (isDoneAtOnce) onDone(animal);
    else onOpen(animal.id, wanted === '' && animal.id === toGo[0]);
  };
  useReader(({ eid, text }) => {
    const read = findAnimals(eid ?? text, inOrder, numbers, 'at the end').filter(isHere);
    if (read.length === 1) choose(read[0]);
    else {
      giveFeedback('warning');
      setTyped(eid ?? text);
    }
  });
  const [first] = found;
  return (
    <>
      {onFile && (
        <div className="relative float-end pt-1">
          <FileButton variant="ghost" size="small" accept=".csv,.tsv,.txt,text/plain,text/csv" onChoose={onFile}>
            <FileText aria-hidden />
            File
          </FileButton>
        </div>
      )}
      <form
        className="pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          choose(first);
        }}
      >
        <label className="block">
          <span className="text-sm font-medium text-muted-foreground">Tag ends in</span>
          <input
            inputMode={hasLetters ? 'text' : 'none'}
            ref={(input) => input?.focus()}
            autoComplete="off"
            enterKeyHint="go"
            maxLength={40}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="tag block h-20 w-full min-w-0 bg-transparent text-6xl caret-primary outline-none"
          />
        </label>
        {word === 'Done' && first && <DesktopKey label={word} />}
      </form>
      <output className="sr-only">{wanted === '' ? '' : `${found.length} found`}</output>
      <ul className="-mx-4 border-t sm:mx-0">
        {found.slice(0, maxShown).map((animal, index) => (
          <li key={animal.id} className="border-b">
            <Candidate known={knownOf(animal)} isFirst={index === 0} onChoose={() => choose(animal)} />
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="py-4 text-muted-foreground">
          {gone.length > 0 ? <GoneAnimals animals={gone} /> : emptyText(typed, isAllDone)}
        </p>
      )}
      {isAllDone && wanted === '' && (
        <Button size="large" className="w-full" onClick={onFinish}>
          Review and finish
        </Button>
      )}
      <div aria-hidden className="h-60 pointer-fine:sm:hidden" />
      <BottomPanel>
        <div className={hasLetters ? 'hidden' : 'pointer-fine:sm:hidden'}>
          <NumberPad
            onKey={(key) => setTyped(typed + key)}
            onDelete={() => setTyped(typed.slice(0, -1))}
            extra={{ label: 'ABC', onPress: () => setHasLetters(true) }}
            aside={{ label: 'Clear', onPress: () => setTyped('') }}
            next={{ label: word, onPress: () => choose(first) }}
          />
        </div>
      </BottomPanel>
    </>
  );
}

function emptyText(typed: string, isAllDone: boolean): string {
  if (typed !== '') return `No animal found for ${typed}.`;
  return isAllDone ? 'All the expected animals are done.' : 'Type the last digits of its tag, or read it.';
}

const DesktopKey = ({ label }: { label: string }) => (
  <div className="hidden pb-3 pointer-fine:sm:block">
    <Button type="submit">{label}</Button>
  </div>
);

function expectedOf(herd: readonly Animal[], toGo: readonly string[]): readonly Animal[] {
  const byId = new Map(herd.map((animal) => [animal.id, animal]));
  return toGo.slice(0, maxShown).flatMap((id) => byId.get(id) ?? []);
}

const isHere = ({ status }: Animal): boolean => status === 'active';

/** Animals still expected come first. */
function soonFirst(toGo: readonly string[]): (a: Animal, b: Animal) => number {
  const expected = new Set(toGo);
  return (a, b) => Number(expected.has(b.id)) - Number(expected.has(a.id)) || byTag(a, b);
}

interface CandidateProps {
  readonly known: KnownAnimal;
  readonly isFirst: boolean;
  readonly onChoose: () => void;
}

function Candidate({ known, isFirst, onChoose }: CandidateProps) {
  const withheld = useWithheld()(known.animal.id);
  const remark = remarkOf(known);
  return (
    <button
      type="button"
      onClick={onChoose}
      className={cn('flex min-h-16 w-full items-center gap-3 px-4 py-2 text-start', isFirst ? 'bg-accent' : 'hover:bg-secondary')}
    >
      <AnimalLine animal={known.animal}>
        {remark !== '' && (
          <span className="font-medium text-foreground">
            <TriangleAlert aria-hidden className="me-1 mb-0.5 inline size-4" />
            {remark} ·{' '}
          </span>
        )}
        {withheld !== '' && <span className="font-medium text-foreground">{withheld} · </span>}
        {factsOf(known).join(' · ')}
      </AnimalLine>
    </button>
  );
}
