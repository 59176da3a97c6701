import { Check, Info, TriangleAlert } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import type { InbreedingBand } from '#domain/performance/breeding-rules.ts';
import { percentText } from '#domain/breeding/inbreeding.ts';
import { TagLink } from '#web/herd/animal/animal-link.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { cn } from '#web/ui/cn.ts';
import { bandLabels, type PairKin } from './plan.ts';

export interface PlanColumn {
  readonly male: Animal;
  readonly kin: PairKin;
}

interface PlanRowProps {
  readonly female: Animal;
  /** `2 y · 151 lbs · Mon, Mar 9, 2 kids` */
  readonly facts: string;
  readonly warnings: readonly string[];
  readonly columns: readonly PlanColumn[];
  readonly maleId: string | undefined;
  /** undefined if the person may not record anything. */
  readonly onChoose: ((maleId: string | undefined) => void) | undefined;
  readonly onExplain: (male: Animal) => void;
  /** The males are named above the columns. */
  readonly isTable: boolean;
}

export const tableColumns = (males: number): string => `minmax(14rem, 2fr) repeat(${males}, minmax(8.5rem, 1fr))`;

export const PlanRow = ({ female, facts, warnings, columns, maleId, onChoose, onExplain, isTable }: PlanRowProps) => (
  <div
    className={cn('border-b px-4 sm:px-0', isTable ? 'grid items-center gap-x-1.5 py-1' : 'py-2.5')}
    style={isTable ? { gridTemplateColumns: tableColumns(columns.length) } : undefined}
  >
    <div className="min-w-0 pe-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        <TagLink animal={female} isSmall />
        <span dir="auto" className="truncate">
          {female.name}
        </span>
      </div>
      <p className="mt-0.5 text-sm text-muted-foreground">{facts}</p>
      {warnings.length > 0 && (
        <p className="mt-0.5 flex items-start gap-1.5 text-sm font-medium">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-destructive" />
          {warnings.join(' · ')}
        </p>
      )}
    </div>
    <div className={isTable ? 'contents' : 'mt-2 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-1.5'}>
      {columns.map(({ male, kin }) => (
        <Cell
          key={male.id}
          male={male}
          female={female}
          kin={kin}
          isOn={maleId === male.id}
          hasTag={!isTable}
          onChoose={onChoose && (() => onChoose(maleId === male.id ? undefined : male.id))}
          onExplain={() => onExplain(male)}
        />
      ))}
    </div>
  </div>
);

/** The words say the same as the bar. */
const bandClassNames: Readonly<Record<InbreedingBand, string>> = {
  fine: 'bg-good-soft',
  close: 'bg-destructive-soft',
  tooClose: 'bg-[color-mix(in_oklab,var(--color-destructive)_24%,var(--color-destructive-soft))]',
  unknown: 'bg-muted',
};

interface CellProps {
  readonly male: Animal;
  readonly female: Animal;
  readonly kin: PairKin;
  readonly isOn: boolean;
  readonly hasTag: boolean;
  readonly onChoose: (() => void) | undefined;
  readonly onExplain: () => void;
}

function Cell({ male, female, kin: { inbreeding, band }, isOn, hasTag, onChoose, onExplain }: CellProps) {
  const figure = band === 'unknown' ? '–' : percentText(inbreeding);
  return (
    <div
      className={cn(
        'relative flex min-h-12 min-w-0 overflow-hidden rounded-lg',
        bandClassNames[band],
        isOn && 'shadow-[inset_0_0_0_2px_var(--color-primary)]',
      )}
    >
      <button
        type="button"
        aria-pressed={isOn}
        disabled={!onChoose}
        onClick={onChoose}
        className="flex min-w-0 flex-1 cursor-pointer flex-col justify-center px-2.5 py-1 text-start leading-tight disabled:cursor-default"
      >
        <span className="sr-only">{fullName(female)} to </span>
        <span className={hasTag ? 'truncate text-sm font-semibold' : 'sr-only'}>{fullName(male)} </span>
        <span className="flex flex-wrap items-center gap-x-1.5">
          {isOn && <Check aria-hidden strokeWidth={3} className="size-4 shrink-0 text-primary" />}
          <span className="font-medium">{figure}</span> <span className="text-sm">{bandLabels[band]}</span>
        </span>
      </button>
      {inbreeding > 0 && (
        <button
          type="button"
          aria-label={`Why ${figure}: ${fullName(female)} and ${fullName(male)}`}
          onClick={onExplain}
          className="grid w-11 shrink-0 cursor-pointer place-items-center"
        >
          <Info aria-hidden className="size-5 text-muted-foreground" />
        </button>
      )}
      {(band === 'close' || band === 'tooClose') && (
        <span
          aria-hidden
          className="absolute bottom-0 start-0 h-0.5 bg-destructive"
          // A quarter, the inbreeding of full siblings' young, fills the bar.
          style={{ width: `${Math.min(100, inbreeding * 400)}%` }}
        />
      )}
    </div>
  );
}
