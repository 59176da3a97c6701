import { Printer } from 'lucide-react';
import { percentText } from '#domain/breeding/inbreeding.ts';
import { capitalized } from '#domain/values/text.ts';
import { DayField } from '#web/components/forms/day-field.tsx';
import { count } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { LabelledChoice } from '#web/ui/choice.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { LabelledSelect } from '#web/ui/select.tsx';
import { AnimalButtons, AnimalChecklist } from './animal-buttons.tsx';
import type { Kin } from './mate-concerns.ts';
import { byHand } from './put-in.ts';
import type { PlannerState } from './use-planner.ts';

/** Males, females and days. */
export function PlannerChoices({ planner }: { readonly planner: PlannerState }) {
  const { words, offered, males, all, options, chosenByHand, choice, change, dayErrors } = planner;
  return (
    <div className="flex flex-col gap-5 print:hidden">
      <AnimalButtons
        label={`${capitalized(words.male)}s`}
        animals={offered}
        day={choice.inDay}
        chosen={new Set(males.map(({ id }) => id))}
        onChange={(next) => change({ maleIds: [...next] })}
      />
      {males.length > 0 && (
        <div className="grid grid-cols-2 items-start gap-3 sm:max-w-3xl sm:grid-cols-[minmax(0,2fr)_1fr_1fr]">
          <LabelledSelect
            label={`${capitalized(words.female)}s`}
            fieldClassName="max-sm:col-span-2"
            options={[
              ...options.map(({ value, name, animals }) => ({ value, label: `${name} · ${count(animals.length)}` })),
              { value: byHand, label: 'Choose…' },
            ]}
            value={choice.whom}
            onChange={(whom) => change({ whom })}
          />
          <DayField label="In" value={choice.inDay} onChange={(inDay) => change({ inDay })} error={dayErrors.inDay} />
          <DayField
            label="Out"
            optional
            value={choice.outDay}
            onChange={(outDay) => change({ outDay })}
            error={dayErrors.outDay}
          />
        </div>
      )}
      {males.length > 0 && choice.whom === byHand && (
        <AnimalChecklist
          label={`${capitalized(words.female)}s to choose from`}
          animals={all}
          day={choice.inDay}
          chosen={chosenByHand}
          onChange={(next) => change({ femaleIds: [...next] })}
        />
      )}
    </div>
  );
}

/** Chooses which females are listed, and prints the list for the pens. */
export const PlannerFilter = ({
  planner: { words, lists, shown, setShown, search, setSearch },
}: {
  readonly planner: PlannerState;
}) => (
  <div className="flex flex-wrap items-end justify-between gap-3">
    <LabelledChoice
      label="Shown"
      layout="wrapped"
      value={shown}
      onChange={setShown}
      options={[
        { value: 'all', label: `All ${count(lists.all.length)}` },
        { value: 'open', label: `No ${words.male} yet ${count(lists.open.length)}` },
        { value: 'warned', label: `To check ${count(lists.warned.length)}` },
      ]}
    />
    <SearchInput
      className="grow sm:max-w-xs"
      aria-label={`Find a ${words.female}`}
      placeholder="Tag or name"
      value={search}
      onChange={setSearch}
    />
    <Button variant="outline" onClick={() => window.print()}>
      <Printer aria-hidden />
      Print for the pens
    </Button>
  </div>
);

interface LegendProps {
  readonly kin: Kin;
  /** undefined if the person may not change them. */
  readonly onChange: (() => void) | undefined;
}

export const Legend = ({ kin: { rules }, onChange }: LegendProps) => (
  <p className="flex flex-wrap items-center gap-x-3 text-sm">
    Close from {percentText(rules.close)}, too close above {percentText(rules.tooClose)}.
    {onChange && (
      <Button variant="link" size="bare" onClick={onChange}>
        Change the limits
      </Button>
    )}
  </p>
);
