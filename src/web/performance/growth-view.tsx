import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { speciesList } from '#domain/records/animals.ts';
import type { Compared, ContemporaryGroup, NotCompared } from '#domain/performance/growth-of-young.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { PageList } from '#web/components/page/page-list.tsx';
import { AnimalLine } from '#web/herd/animal/animal-line.tsx';
import { plural } from '#domain/values/plural.ts';
import { roundedWeightText } from '#web/lib/text/weight-text.ts';
import { today } from '#web/lib/text/today.ts';
import { useRights, useFarmRole } from '#web/lib/session/session.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { Button } from '#web/ui/button.tsx';
import { focusBeside } from '#web/ui/focus-on.ts';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { factorsText, formulaText, groupText, indexText, notComparedTexts, setText } from './growth-text.ts';
import type { Performance } from './use-performance.ts';
import { useQuery } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import { mayRecord } from '#domain/accounts/members.ts';
import { undeclaredWeanings } from '#domain/performance/weaning-weights.ts';
import { useRecordForAll, useUndoForAll } from '#web/herd/data/events.data.ts';
import { type EventOf, eventsQuery } from '#web/herd/data/events.queries.ts';
import { count } from '#web/lib/text/format.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';

const FactorsDialog = lazily(async () => (await import('./factors-dialog.tsx')).FactorsDialog);

type Line =
  | { readonly key: string; readonly group: ContemporaryGroup<Animal> }
  | { readonly key: string; readonly young: Compared<Animal> };

export function GrowthView({ performance: { growth, factors, known } }: { readonly performance: Performance }) {
  const isPrinting = usePrinting();
  const [isExplained, setExplained] = useState(false);
  const lines = growth.groups.flatMap((group): Line[] => [
    { key: group.key, group },
    ...group.young.map((young) => ({ key: young.animal.id, young })),
  ]);
  const species = speciesList.filter((each) => known.history.animals.some((animal) => animal.species === each));
  const draw = (line: Line) =>
    'group' in line ? (
      <GroupHead group={line.group} />
    ) : (
      <YoungRow young={line.young} rank={growth.rankOf(line.key)} isExplained={isExplained || isPrinting} />
    );
  return (
    <>
      <div className="mb-3 max-w-3xl">
        <Button
          variant="link"
          size="bare"
          className="print:hidden"
          aria-expanded={isExplained}
          onClick={() => setExplained(!isExplained)}
        >
          {isExplained ? 'Hide how these are worked out' : 'How these are worked out'}
        </Button>
        {(isExplained || isPrinting) && (
          <div className="text-sm text-muted-foreground">
            <p>
              Adjusted weight = (birth weight + (weight − birth weight) ÷ age × 60, 90 or 120 days) × factors for sex, litter and
              age of the dam. Animals are ranked only within their contemporary group: the same species and sex, born within six
              weeks, reared alike and weighed for the same age. 100 is the mean of the group.
            </p>
            {species.includes('goat') && <p>{setText(factors.goat)}</p>}
          </div>
        )}
        {species.includes('sheep') && (
          <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
            {setText(factors.sheep)}
            <SetFactors />
          </div>
        )}
      </div>
      <UndeclaredWeanings animals={known.history.animals} />
      {lines.length === 0 ? (
        <EmptyState drawing={<MotherAndYoung />} title="No young can be compared yet">
          Record the birth date and the weights at birth and at weaning (40 to 150 days old).
        </EmptyState>
      ) : isPrinting ? (
        lines.map((line) => <div key={line.key}>{draw(line)}</div>)
      ) : (
        <PageList items={lines} keyOf={({ key }) => key} estimate={88} label="Young by group" className="-mx-4 max-w-3xl sm:mx-0">
          {draw}
        </PageList>
      )}
      <Left notCompared={growth.notCompared} />
    </>
  );
}

const GroupHead = ({ group }: { readonly group: ContemporaryGroup }) => (
  <h2 className="break-after-avoid border-b bg-background px-4 pt-5 pb-1.5 sm:px-0">
    <span className="font-medium">{groupText(group, today())}</span>
    <span className="text-muted-foreground">
      {' '}
      · {group.young.length} head · mean {roundedWeightText(group.meanGrams)}
    </span>
  </h2>
);

interface YoungRowProps {
  readonly young: Compared<Animal>;
  readonly rank: ReturnType<Performance['growth']['rankOf']>;
  readonly isExplained: boolean;
}

const YoungRow = ({ young, rank, isExplained }: YoungRowProps) => (
  <Link
    to="/animals/$id"
    params={{ id: young.animal.id }}
    className="flex min-h-16 break-inside-avoid items-center gap-4 border-b px-4 py-2 sm:px-0"
  >
    <AnimalLine animal={young.animal}>
      {isExplained && (
        <span className="whitespace-normal">
          {formulaText(young)} {factorsText(young)}
        </span>
      )}
    </AnimalLine>
    <span className="shrink-0 text-end tabular-nums">
      <span className="block font-medium">{roundedWeightText(young.adjusted)}</span>
      {rank && (
        <span className="block text-sm text-muted-foreground">
          {rank.of === 1 ? 'alone' : `${rank.rank} of ${rank.of} · ${indexText(rank.ratio)}`}
        </span>
      )}
    </span>
  </Link>
);

function SetFactors() {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useRights().has('manage');
  return (
    mayChange && (
      <>
        <Button variant="link" size="bare" className="print:hidden" onClick={() => setOpen(true)}>
          Set the factors for sheep
        </Button>
        {isOpen && (
          <LoadedLater>
            <FactorsDialog isOpen onClose={() => setOpen(false)} />
          </LoadedLater>
        )}
      </>
    )
  );
}

function Left({ notCompared }: { readonly notCompared: Readonly<Record<NotCompared, number>> }) {
  const reasons = (Object.keys(notComparedTexts) as NotCompared[]).filter((reason) => notCompared[reason] > 0);
  return (
    reasons.length > 0 && (
      <p className="mt-4 max-w-3xl text-sm text-muted-foreground">
        Weighed at weaning but not compared:{' '}
        {reasons.map((reason) => `${plural(notCompared[reason], 'animal')} (${notComparedTexts[reason]})`).join('; ')}.
      </p>
    )
  );
}

/** Young that were weighed at the age of weaning by a scale or a file, which did not say what the weight was for. */
function UndeclaredWeanings({ animals }: { readonly animals: readonly Animal[] }) {
  const mayWeigh = mayRecord(useFarmRole(), 'weighing');
  const { data: weighings = [] } = useQuery(eventsQuery({ kinds: ['weighing'] }));
  const record = useRecordForAll();
  const takeBack = useUndoForAll();
  const found = undeclaredWeanings(animals, weighings);
  if (found.length === 0) return null;
  const size = found.length;
  const declare = async () => {
    try {
      const reply = await record.mutateAsync(found.map(({ weighing }) => asWeaning(weighing)));
      await takeBack.mutateAsync(found.map(({ weighing }) => weighing.id));
      toastSaved(reply, { title: 'Recorded', description: size === 1 ? '1 weaning weight' : `${count(size)} weaning weights` });
    } catch (error) {
      toastFailure(error, 'Could not record the weaning weights');
    }
  };
  return (
    <div className="mb-4 flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <p className="min-w-0 flex-1 basis-60">
        {count(size)} young {size === 1 ? 'was' : 'were'} weighed between 40 and 150 days old, without the weight being called the
        weaning weight.
      </p>
      {mayWeigh && (
        <Button ref={focusBeside} variant="outline" busy={record.isPending || takeBack.isPending} onClick={() => void declare()}>
          {size === 1 ? 'It is the weaning weight' : 'They are the weaning weights'}
        </Button>
      )}
    </div>
  );
}

const asWeaning = ({ animalId, day, time, note, responsible, worklistId, weightGrams, method }: EventOf<'weighing'>) => ({
  id: uuidv7(),
  kind: 'weighing' as const,
  animalId,
  day,
  time,
  note,
  responsible,
  worklistId,
  weightGrams,
  method,
  occasion: 'weaning' as const,
});
