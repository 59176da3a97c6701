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
import { PlanPrint } from './plan-print.tsx';
import { Legend, PlannerChoices, PlannerFilter } from './planner-choices.tsx';
import { PlannerList } from './planner-list.tsx';
import { pairKin } from './plan.ts';
import { type PlannerState, usePlanner } from './use-planner.ts';
import { type Pair, InbreedingDialog } from './inbreeding-dialog.tsx';

const LimitsDialog = lazily(async () => (await import('./limits-dialog.tsx')).LimitsDialog);

interface Props {
  readonly herd: readonly Animal[];
  readonly outside: readonly Animal[];
}

export function Planner({ herd, outside }: Props) {
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
