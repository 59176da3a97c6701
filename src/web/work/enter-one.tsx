import { useQuery } from '@tanstack/react-query';
import { Ban, RotateCcw, Search, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isBeforeBirth } from '#domain/records/births.ts';
import { maxWeightGrams } from '#domain/values/weights.ts';
import { doubtWeight, type WeightDoubt } from '#domain/work/worklists.ts';
import { type Work, workInfo } from '#domain/records/works.ts';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { EarTag } from '#web/components/ear-tag.tsx';
import { groupsToJoin } from '#web/farm-lists/groups-to-join.ts';
import { groupsQuery } from '#web/farm-lists/lists.data.ts';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { useWithheld } from '#web/herd/care/withheld.ts';
import { today } from '#web/lib/text/today.ts';
import { readWeight, knownWeightText, weightHint, weightUnit } from '#web/lib/text/weight-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { factsOf } from './animal-facts.ts';
import type { KnownAnimal } from './known-animal.ts';
import { NumberEntry } from './number-entry.tsx';
import { type Entered, enteredText, gainSinceText } from './work-events.ts';
import type { Grams } from '#domain/values/units.ts';

interface CountEggsProps {
  readonly onSave: (entered: Entered) => void;
  readonly onSkip: () => void;
}

const maxDigits = 6;

/** As given by the laboratory or the counting chamber, in eggs per gram. */
function CountEggs({ onSave, onSkip }: CountEggsProps) {
  const [typed, setTyped] = useState('');
  const save = () => {
    if (typed !== '') onSave({ eggCount: Number(typed) });
  };
  return (
    <NumberEntry
      label="Worm eggs per gram"
      unit="eggs/g"
      typed={typed}
      onType={(text) => setTyped(text.replaceAll(/\D/g, '').slice(0, maxDigits))}
      extra={{ label: 'Clear', onPress: () => setTyped('') }}
      onSave={save}
      onSkip={onSkip}
    />
  );
}

interface EnterOneProps {
  readonly work: Work;
  readonly known: KnownAnimal;
  /** When it was done. */
  readonly day: string;
  readonly onSave: (entered: Entered) => void;
  readonly onSkip: () => void;
  readonly onFind: () => void;
}

/** The animal, warnings about it, and the one value to enter. */
export function EnterOne({ work, known, day, onSave, onSkip, onFind }: EnterOneProps) {
  const { asks } = workInfo(work);
  return (
    <>
      <Who known={known} onFind={onFind} />
      <Repeated known={known} />
      {asks === 'weight' ? (
        <Weigh known={known} day={day} onSave={onSave} onSkip={onSkip} />
      ) : asks === 'eggCount' ? (
        <CountEggs onSave={onSave} onSkip={onSkip} />
      ) : (
        <Answers work={work} onSave={onSave} onSkip={onSkip} />
      )}
    </>
  );
}

const often = 3;

const litterWords = ['', '', 'Twin', 'Triplet', 'Quadruplet'];

function Who({ known, onFind }: Pick<EnterOneProps, 'known' | 'onFind'>) {
  const { animal, treatments, isExpected, bornAs } = known;
  const withheld = useWithheld()(animal.id);
  return (
    <section aria-label="Animal" className="pt-3">
      <div className="flex items-center gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <EarTag className="text-2xl">{animal.tagNumber}</EarTag>
          {animal.name !== null && (
            <span dir="auto" className="truncate font-medium">
              {animal.name}
            </span>
          )}
        </div>
        <Button variant="ghost" size="icon" className="self-start" aria-label="Find another" onClick={onFind}>
          <Search aria-hidden />
        </Button>
      </div>
      <p className="pt-1 text-sm text-muted-foreground first-letter:uppercase">{factsOf(known).join(' · ')}</p>
      <ul className="flex flex-wrap gap-2 pt-2.5 empty:hidden">
        {withheld !== '' && (
          <Chip isWarning>
            <Ban aria-hidden className="size-4" /> {withheld}
          </Chip>
        )}
        {bornAs > 1 && <Chip>{litterWords[bornAs] ?? `One of ${bornAs}`}</Chip>}
        {treatments >= often && <Chip isWarning>Treated {treatments} times in 90 days</Chip>}
        {!isExpected && <Chip>Unexpected</Chip>}
      </ul>
    </section>
  );
}

const Chip = ({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) => (
  <li
    className={cn(
      'inline-flex items-center gap-1.5 rounded-md px-2 py-1 text-sm font-medium',
      isWarning ? 'bg-straw text-straw-foreground' : 'border',
    )}
  >
    {children}
  </li>
);

const Repeated = ({ known: { earlier } }: Pick<EnterOneProps, 'known'>) =>
  earlier && (
    <Alert icon={<RotateCcw />} title="Already entered" className="mt-3">
      {[enteredText(earlier, undefined, () => ''), `at ${new Date(earlier.createdAt).toTimeString().slice(0, 5)}`]
        .filter(Boolean)
        .join(' ')}
      . What you enter now replaces it.
    </Alert>
  );

function Weigh({ known, day, onSave, onSkip }: Pick<EnterOneProps, 'known' | 'day' | 'onSave' | 'onSkip'>) {
  const [typed, setTyped] = useState('');
  const [doubt, setDoubt] = useState<WeightDoubt>();
  const grams = readWeight(typed);
  const isPossible = grams !== undefined && grams <= maxWeightGrams;
  const { lastWeight, animal } = known;
  const type = (change: string) => {
    setDoubt(undefined);
    setTyped(change.slice(0, 8));
  };
  const save = (isSure: boolean) => {
    if (!isPossible || isBeforeBirth(day, animal)) return;
    const found = isSure ? undefined : doubtWeight({ grams, day }, lastWeight);
    if (found) setDoubt(found);
    else onSave({ weightGrams: grams });
  };
  return (
    <NumberEntry
      label={`Weight in ${weightUnit()}`}
      unit={weightUnit()}
      typed={typed}
      isDoubted={doubt !== undefined}
      onType={type}
      extra={{ label: '.', onPress: () => type(/[.,]/.test(typed) ? typed : `${typed || '0'}.`) }}
      note={weightNote(typed, isPossible ? grams : undefined, known, day)}
      question={
        doubt &&
        lastWeight && (
          <div
            role="alertdialog"
            aria-label="Can this be?"
            className="m-2 rounded-xl border-2 border-destructive bg-destructive-soft p-3.5"
          >
            <p className="flex items-center gap-2 font-medium text-destructive">
              <TriangleAlert aria-hidden className="size-5" />
              {doubt.percent}% {doubt.isLess ? 'less' : 'more'} in {plural(doubt.days, 'day')}?
            </p>
            <p>
              {knownWeightText(lastWeight)} on {dayText(lastWeight.day, today())}. Not saved yet.
            </p>
            <div className="mt-3 grid grid-cols-2 gap-2">
              <Button size="large" onClick={() => type('')}>
                Type again
              </Button>
              <Button size="large" variant="outline" onClick={() => save(true)}>
                Keep {typed} {weightUnit()}
              </Button>
            </div>
          </div>
        )
      }
      onSave={() => save(false)}
      onSkip={onSkip}
    />
  );
}

function weightNote(typed: string, grams: Grams | undefined, { animal, measuredBefore }: KnownAnimal, day: string): string {
  if (isBeforeBirth(day, animal)) return `Born after ${dayText(day, today())}, the day of this work. Skip it.`;
  if (typed === '') return '';
  if (grams === undefined) return weightHint();
  const before = measuredBefore(day);
  const gain = gainSinceText(before, { grams, day });
  return gain === undefined || !before ? '' : `${gain} since ${dayText(before.day, today())}`;
}

interface Answer {
  readonly label: string;
  readonly word?: string;
  readonly entered: Entered;
}

const scores = (name: 'famacha' | 'bodyCondition', words: readonly string[], steps: readonly number[]): readonly Answer[] =>
  steps.map((score) => ({
    label: String(score),
    ...(Number.isInteger(score) && { word: words[score - 1] ?? '' }),
    entered: { [name]: score },
  }));

const fixedAnswers: Readonly<Record<string, readonly Answer[]>> = {
  famacha: scores('famacha', ['red', 'red-pink', 'pink', 'pink-white', 'white'], [1, 2, 3, 4, 5]),
  bodyCondition: scores('bodyCondition', ['very thin', 'thin', 'good', 'fat', 'very fat'], [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]),
  pregnancy: [
    { label: '0', word: 'not pregnant', entered: { result: 'open' } },
    { label: '1', entered: { result: 'pregnant', count: 1 } },
    { label: '2', entered: { result: 'pregnant', count: 2 } },
    { label: '3+', entered: { result: 'pregnant', count: 3 } },
    { label: 'Pregnant', word: 'not counted', entered: { result: 'pregnant' } },
    { label: 'Unsure', entered: { result: 'unsure' } },
  ],
};

function Answers({ work, onSave, onSkip }: Pick<EnterOneProps, 'work' | 'onSave' | 'onSkip'>) {
  const { asks, label } = workInfo(work);
  const { data: groups = [] } = useQuery(groupsQuery);
  const ofGroups = groupsToJoin(groups).map(({ id, name }): Answer => ({ label: name, entered: { groupId: id } }));
  const answers = asks === 'group' ? ofGroups : (fixedAnswers[asks ?? ''] ?? [{ label: 'Again', entered: {} }]);
  const isWordy = answers.some((answer) => answer.label.length > 12);
  return (
    <>
      <div aria-hidden className="h-72 sm:hidden" />
      <BottomPanel>
        <fieldset
          aria-label={label}
          className={cn(
            'grid max-h-[55dvh] gap-1.5 overflow-y-auto bg-secondary p-2 sm:mt-4 sm:max-h-none sm:rounded-xl',
            isWordy ? 'grid-cols-2' : 'grid-cols-3',
          )}
        >
          {answers.map(({ label: text, word, entered }) => (
            <button
              key={text}
              type="button"
              onClick={() => onSave(entered)}
              className="flex min-h-16 min-w-0 cursor-pointer touch-manipulation flex-col items-center justify-center rounded-xl bg-card px-1 text-xl leading-tight font-medium wrap-anywhere select-none active:bg-accent"
            >
              {isWordy ? <span className="text-base">{text}</span> : text}
              {word !== undefined && <span className="text-xs font-normal">{word}</span>}
            </button>
          ))}
          <button
            type="button"
            onClick={onSkip}
            className="min-h-16 cursor-pointer touch-manipulation rounded-xl font-medium select-none active:bg-accent"
          >
            Skip
          </button>
        </fieldset>
      </BottomPanel>
    </>
  );
}
