import { capitalized } from '#domain/values/text.ts';
import type { Animal } from '#contract/animals.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { PageList } from '#web/components/page/page-list.tsx';
import { plural } from '#domain/values/plural.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { pairKin } from './plan.ts';
import { PlanRow, tableColumns } from './plan-row.tsx';
import type { PlannerState } from './use-planner.ts';
import type { Pair } from './inbreeding-dialog.tsx';

/** The number of columns shown side by side. */
const maxColumns = 4;

interface Props {
  readonly planner: PlannerState;
  readonly mayRecord: boolean;
  readonly onExplain: (pair: Pair) => void;
}

export function PlannerList({ planner, mayRecord, onExplain }: Props) {
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

const Head = ({ planner: { words, males, plan } }: Pick<Props, 'planner'>) => (
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
