import { useQuery } from '@tanstack/react-query';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { percentText } from '#domain/breeding/inbreeding.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { plural } from '#domain/values/plural.ts';
import { count } from '#web/lib/text/format.ts';
import { useRights } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { WoollySheep } from '#web/ui/drawings/woolly-sheep.tsx';
import { Legend, PlannerChoices, PlannerFilter } from './planner-choices.tsx';
import { pairKin, bandLabels, type Plan } from './plan.ts';
import { type PlannerState, usePlanner } from './use-planner.ts';
import { type Pair, InbreedingDialog } from './inbreeding-dialog.tsx';
import { type CalendarDate, isCalendarDate } from '#domain/values/dates.ts';
import { dayText } from '#web/herd/day-text.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { today } from '#web/lib/text/today.ts';
import type { Kin } from './mate-concerns.ts';
import { capitalized } from '#domain/values/text.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { PageList } from '#web/components/page/page-list.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { PlanRow, tableColumns } from './plan-row.tsx';

const nobody: never[] = [];

/** Assigns a male to each female, with the inbreeding that their young would have. */
export function PlannerPage() {
  usePageTitle('Mating planner');
  const herd = useQuery(animalsQuery);
  const { data: outside = nobody } = useQuery(outsideParentsQuery);
  return (
    <>
      <PageHeader title="Mating planner" />
      {herd.isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.data && <Planner herd={herd.data} outside={outside} />}
    </>
  );
}

const LimitsDialog = lazily(async () => (await import('./limits-dialog.tsx')).LimitsDialog);

interface Props {
  readonly herd: readonly Animal[];
  readonly outside: readonly Animal[];
}

function Planner({ herd, outside }: Props) {
  const planner = usePlanner(herd, outside);
  const rights = useRights();
  const [pair, setPair] = useState<Pair>();
  const [openDialog, setOpenDialog] = useState<'inbreeding' | 'limits'>();
  const close = () => setOpenDialog(undefined);
  const { kin, words, males, females, plan, choice, error, saving } = planner;
  const mayRecord = rights.has('record');
  return (
    <>
      <p className="mb-4 text-muted-foreground print:hidden">
        How inbred the young of each pair would be. It only warns; nothing is blocked.
      </p>
      <PlannerChoices planner={planner} />
      {males.length === 0 && (
        <div className="mt-6">
          <EmptyState
            drawing={words.female === 'ewe' ? <WoollySheep /> : <MotherAndYoung />}
            title={`Which ${words.male}s will you use?`}
          >
            Choose them above. You then see for each {words.female} how inbred the young would be.
          </EmptyState>
        </div>
      )}
      {males.length > 0 && (
        <div className="mt-5 flex flex-col gap-4 print:hidden">
          <Legend kin={kin} onChange={rights.has('manage') ? () => setOpenDialog('limits') : undefined} />
          <PlannerFilter planner={planner} />
          <div>
            <PlannerList
              planner={planner}
              mayRecord={mayRecord}
              onExplain={(next) => {
                setPair(next);
                setOpenDialog('inbreeding');
              }}
            />
          </div>
          {error !== undefined && !saving && <NotSaved error={error} fallback="Could not record all of this" />}
          <div aria-hidden className="h-36 sm:h-4" />
          {mayRecord && <Bar planner={planner} />}
        </div>
      )}
      <PlanPrint plan={plan} males={males} females={females} kin={kin} inDay={choice.inDay} outDay={choice.outDay} />
      {pair && (
        <InbreedingDialog pair={pair} kin={kin} find={planner.find} isOpen={openDialog === 'inbreeding'} onClose={close} />
      )}
      {openDialog === 'limits' && (
        <LoadedLater>
          <LimitsDialog isOpen onClose={close} />
        </LoadedLater>
      )}
    </>
  );
}

/** A single save covers all males. */
function Bar({ planner }: { readonly planner: PlannerState }) {
  const { words, males, females, assigned, plan, kin, dayErrors, choice, saving, assign, mayShareOut, shareOut } = planner;
  const pairs = assigned.flatMap((female) => {
    const male = males.find(({ id }) => id === plan.get(female.id));
    return male ? [pairKin(male, female, kin)] : [];
  });
  const each = pairs.flatMap(({ band, inbreeding }) => (band === 'unknown' ? [] : inbreeding));
  const isReady = assigned.length > 0 && choice.inDay !== '' && Object.keys(dayErrors).length === 0;
  return (
    <BottomPanel isWide>
      <div className="flex flex-col gap-2 p-2 sm:max-w-xl sm:px-0 sm:py-3">
        <p className="px-1 text-sm">
          {count(assigned.length)} of {count(females.length)} {words.female}s have a {words.male}
          {each.length > 0 && ` · highest ${percentText(each.reduce((a, b) => Math.max(a, b)))}`}
          {pairs.length > each.length && ` · not known of ${count(pairs.length - each.length)}`}
        </p>
        <div className="flex gap-2">
          <Button variant="outline" disabled={!mayShareOut} onClick={shareOut}>
            Suggest pairs
          </Button>
          <Button
            busy={saving}
            className="grow"
            variant={isReady ? 'default' : 'outline'}
            disabled={!isReady}
            onClick={() => void assign({ males, females: assigned, plan, words })}
          >
            {assigned.length === 0 ? `No ${words.female} yet` : `Put in ${plural(assigned.length, words.female)}`}
          </Button>
        </div>
      </div>
    </BottomPanel>
  );
}

interface PlanPrintProps {
  readonly plan: Plan;
  readonly males: readonly Animal[];
  readonly females: readonly Animal[];
  readonly kin: Kin;
  readonly inDay: CalendarDate;
  readonly outDay: CalendarDate;
}

/** A list for the pens: the females under each male, with boxes to tick. */
const PlanPrint = ({ plan, males, females, kin, inDay, outDay }: PlanPrintProps) => (
  <div className="hidden print:block">
    <p className="mb-3">
      {isCalendarDate(inDay) && `In ${dayText(inDay, today())}`}
      {isCalendarDate(outDay) && ` · out ${dayText(outDay, today())}`}
    </p>
    {plan.size === 0 && <p>No female has a male yet: choose one for each, or share them out, and print then.</p>}
    {males.map((male) => {
      const own = females.filter(({ id }) => plan.get(id) === male.id);
      return (
        own.length > 0 && (
          <section key={male.id} className="mb-4">
            <h2 className="title mb-1 border-b-2 pb-1 text-lg break-after-avoid">
              {fullName(male)} · {count(own.length)}
            </h2>
            <ul className="columns-3 gap-6 text-sm">
              {own.map((female) => {
                const { inbreeding, band } = pairKin(male, female, kin);
                return (
                  <li key={female.id} className="flex break-inside-avoid items-center gap-2 border-b py-0.5">
                    <span aria-hidden className="size-3 shrink-0 border" />
                    <span dir="auto" className="min-w-0 flex-1 truncate">
                      {fullName(female)}
                    </span>
                    <span className="shrink-0">
                      {[band !== 'unknown' && percentText(inbreeding), band !== 'fine' && bandLabels[band].toLowerCase()]
                        .filter(Boolean)
                        .join(' ')}
                    </span>
                  </li>
                );
              })}
            </ul>
          </section>
        )
      );
    })}
  </div>
);

/** The number of columns shown side by side. */
const maxColumns = 4;

interface PlanListProps {
  readonly planner: PlannerState;
  readonly mayRecord: boolean;
  readonly onExplain: (pair: Pair) => void;
}

function PlannerList({ planner, mayRecord, onExplain }: PlanListProps) {
  const { words, males, plan, setPlan, kin, listed, search, textOf, warningsOf } = planner;
  const isTable = useMedia('(width >= 64rem)') && males.length <= maxColumns;
  const choose = (female: Animal) => (maleId: string | undefined) => {
    const next = new Map(plan);
    if (maleId === undefined) next.delete(female.id);
    else next.set(female.id, maleId);
    setPlan(next);
  };
  return (
    <>
      {isTable && <Head planner={planner} />}
      <PageList
        items={listed}
        keyOf={({ id }) => id}
        estimate={isTable ? 57 : 136}
        label={`${capitalized(words.female)}s`}
        className="-mx-4 border-t sm:mx-0"
      >
        {(female) => (
          <PlanRow
            female={female}
            facts={textOf(female.id)}
            warnings={warningsOf(female.id)}
            columns={males.map((male) => ({ male, kin: pairKin(male, female, kin) }))}
            maleId={plan.get(female.id)}
            isTable={isTable}
            onExplain={(male) => onExplain({ male, female })}
            onChoose={mayRecord ? choose(female) : undefined}
          />
        )}
      </PageList>
      {listed.length === 0 && (
        <p className="px-4 py-6 text-muted-foreground sm:px-0">{search.trim() === '' ? 'None.' : 'No match.'}</p>
      )}
    </>
  );
}

const Head = ({ planner: { words, males, plan } }: Pick<PlanListProps, 'planner'>) => (
  <div
    className="sticky top-14 z-10 grid items-end gap-x-1.5 bg-background py-2"
    style={{ gridTemplateColumns: tableColumns(males.length) }}
  >
    <span className="text-sm text-muted-foreground">{capitalized(words.female)}</span>
    {males.map((male) => (
      <span key={male.id} className="flex min-w-0 flex-col items-start gap-0.5 ps-2.5 text-sm">
        <EarTag isSmall>{male.tagNumber}</EarTag>
        <span dir="auto" className="max-w-full truncate">
          {[male.name, plural([...plan.values()].filter((id) => id === male.id).length, words.female)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    ))}
  </div>
);
