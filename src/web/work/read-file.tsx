import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { Product } from '#contract/products.ts';
import type { Worklist } from '#contract/worklists.ts';
import { workInfo } from '#domain/records/works.ts';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { PageList } from '#web/components/page/page-list.tsx';
import { AnimalLine } from '#web/herd/animal/animal-line.tsx';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { useRecordForAll, useUndoForAll } from '#web/herd/data/events.data.ts';
import { animalTagsQuery } from '#web/herd/animal/use-numbers.ts';
import { count } from '#web/lib/text/format.ts';
import { regional } from '#web/lib/text/regional.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved, toastUndone } from '#web/lib/toast-saved.ts';
import { toggled } from '#web/lib/toggled.ts';
import { today } from '#web/lib/text/today.ts';
import { knownWeightText, weightUnit, weightText } from '#web/lib/text/weight-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { KnownAnimal } from './known-animal.ts';
import { type MatchedLine, matchFile, type Outcome, outcomes } from './match-file.ts';
import { readReaderFile } from './reader-file.ts';
import { gainSinceText, workEvent } from './work-events.ts';

interface ReadFileProps {
  readonly worklist: Worklist;
  readonly text: string;
  readonly herd: readonly Animal[];
  readonly knownOf: (animal: Animal) => KnownAnimal;
  readonly products: readonly Product[];
  readonly onClose: () => void;
}

/** What the file of a scale or a reader says of whom, before it is recorded. */
export function ReadFile({ worklist, text, herd, knownOf, products, onClose }: ReadFileProps) {
  const { data: tags } = useQuery(animalTagsQuery);
  const [retryIds] = useState(() => new RetryIds());
  const [confirmed, setConfirmed] = useState<ReadonlySet<number>>(new Set());
  const recordForAll = useRecordForAll();
  const undoForAll = useUndoForAll();
  if (!tags) return <Skeleton className="mt-4 h-64" />;
  const { id: worklistId, name, work, shared } = worklist;
  const isWeighing = workInfo(work).asks === 'weight';
  const lines = readReaderFile(text, {
    unit: weightUnit() === 'kg' ? 'kg' : 'lb',
    dateOrder: regional().dateFormat === 'mdy' ? 'mdy' : 'dmy',
    today: today(),
    needsWeight: isWeighing,
  });
  const matched = matchFile(lines, {
    herd,
    tags,
    day: shared.day ?? today(),
    isEntered: (animal) => knownOf(animal).earlier !== undefined,
    lastWeightOf: (animal) => (isWeighing ? knownOf(animal).lastWeight : undefined),
  });
  const toRecord = matched.filter(
    ({ outcome, line }) => outcome === 'ready' || (outcome === 'doubted' && confirmed.has(line.number)),
  );
  const confirm = ({ line: { number } }: MatchedLine) => setConfirmed((all) => toggled(all, number));

  const undo = (ids: readonly string[]) =>
    void undoForAll.mutateAsync(ids).then(
      (undone) => toastUndone(undone, name),
      (reason: unknown) => toastFailure(reason, 'Could not undo this'),
    );
  const record = async () => {
    const events = toRecord.flatMap(({ animal, day, line: { number, grams } }) =>
      animal
        ? workEvent({
            id: retryIds.of(String(number)),
            work,
            shared: { ...shared, day, ...(isWeighing && { method: 'scale' as const }) },
            animal,
            today: today(),
            products,
            worklistId,
            entered: isWeighing && grams !== null ? { weightGrams: grams } : {},
          })
        : [],
    );
    const ids = await recordForAll.mutateAsync(events);
    toastSaved(ids, {
      title: 'Recorded',
      description: `${name}: ${plural(events.length, 'animal')}`,
      action: { label: 'Undo', onPress: () => undo(ids) },
    });
    onClose();
  };

  return (
    <section aria-label="File" className="flex flex-col gap-4 pt-4 pb-24">
      {lines.length === 0 && <p>There is nothing in this file that can be read. It takes a text file (CSV, TSV or TXT).</p>}
      {outcomes.map((outcome) => (
        <Lines
          key={outcome}
          outcome={outcome}
          lines={matched.filter((each) => each.outcome === outcome)}
          knownOf={knownOf}
          confirmed={confirmed}
          onConfirm={confirm}
        />
      ))}
      {recordForAll.error !== null && <NotSaved error={recordForAll.error} fallback="Could not record this" />}
      <BottomPanel>
        <div className="flex gap-2.5 p-3 sm:px-0">
          <Button size="large" variant="outline" onClick={onClose}>
            {toRecord.length > 0 ? 'Cancel' : 'Go on'}
          </Button>
          {toRecord.length > 0 && (
            <Button size="large" className="grow" busy={recordForAll.isPending} onClick={() => void record().catch(() => {})}>
              Record {plural(toRecord.length, 'animal')}
            </Button>
          )}
        </div>
      </BottomPanel>
    </section>
  );
}

const titles: Readonly<Record<Outcome, string>> = {
  doubted: 'Can this be? Tick what is right',
  several: 'More than one animal',
  unknown: 'Not found',
  gone: 'No longer on the farm',
  unreadable: 'Not readable',
  repeated: 'Read more than once, left out',
  entered: 'Entered already, left out',
  ready: 'Ready',
};

interface LinesProps {
  readonly outcome: Outcome;
  readonly lines: readonly MatchedLine[];
  readonly knownOf: (animal: Animal) => KnownAnimal;
  /** The doubted lines that are right, by their number. */
  readonly confirmed: ReadonlySet<number>;
  readonly onConfirm: (line: MatchedLine) => void;
}

const Lines = ({ outcome, lines, knownOf, confirmed, onConfirm }: LinesProps) =>
  lines.length > 0 && (
    <section aria-label={titles[outcome]}>
      <h2 className="mb-1 font-medium">
        {titles[outcome]} <span className="font-normal text-muted-foreground">{count(lines.length)}</span>
      </h2>
      <PageList items={lines} keyOf={({ line }) => String(line.number)} estimate={64} label={titles[outcome]}>
        {(each) => (
          <div className="flex min-h-16 items-center gap-4 border-b px-4 py-2">
            {outcome === 'doubted' && each.animal && (
              <Checkbox
                aria-label={`Record ${each.animal.tagNumber}`}
                checked={confirmed.has(each.line.number)}
                onCheckedChange={() => onConfirm(each)}
              />
            )}
            {each.animal ? (
              <AnimalLine animal={each.animal}>
                <span className="whitespace-normal">{factsOf(each, knownOf(each.animal))}</span>
              </AnimalLine>
            ) : (
              <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                {each.line.text}
                <span className="block text-sm text-muted-foreground">
                  {[`Line ${each.line.number}`, each.problem].filter(Boolean).join(' · ')}
                </span>
              </span>
            )}
          </div>
        )}
      </PageList>
    </section>
  );

/** `41.5 kg, +180 g/day · Tue, Nov 24 · 30% less in 3 days than 59 kg · Unexpected` */
function factsOf(
  { line: { grams, day: ownDay }, day, doubt, problem }: MatchedLine,
  { lastWeight, measuredBefore, isExpected }: KnownAnimal,
): string {
  const gain = grams === null ? undefined : gainSinceText(measuredBefore(day), { grams, day });
  const doubtText =
    doubt &&
    lastWeight &&
    `${doubt.percent}% ${doubt.isLess ? 'less' : 'more'} than ${knownWeightText(lastWeight)} ${plural(doubt.days, 'day')} ago`;
  return [
    grams !== null && [weightText(grams), gain].filter(Boolean).join(', '),
    ownDay !== null && ownDay !== today() && dayText(ownDay, today()),
    doubtText,
    problem,
    !isExpected && 'Unexpected',
  ]
    .filter(Boolean)
    .join(' · ');
}
