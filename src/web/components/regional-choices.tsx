import type { FarmSpecies, Regional } from '#domain/values/units.ts';
import { LabelledChoice } from '#web/ui/choice.tsx';

export interface FarmChoices extends Regional {
  readonly keeps: FarmSpecies | null;
}

const kept = [
  { value: 'goat', label: 'Goats' },
  { value: 'sheep', label: 'Sheep' },
  { value: 'both', label: 'Both' },
] as const;

const units = [
  { value: 'lbs', label: 'lbs' },
  { value: 'kg', label: 'kg' },
] as const;

/** The example has a day that cannot be taken for a month. */
const dates = [
  { value: 'mdy', label: '11/25/2026' },
  { value: 'dmy', label: '25/11/2026' },
  { value: 'ymd', label: '2026-11-25' },
] as const;

interface Props {
  readonly values: FarmChoices;
  readonly onChange: (change: Partial<FarmChoices>) => void;
  readonly disabled?: boolean;
}

/** Asked of a new farm, and later found in Settings. */
export const RegionalChoices = ({ values: { keeps, weightUnit, dateFormat }, onChange, disabled = false }: Props) => (
  <div className="flex flex-col gap-5">
    <LabelledChoice
      label="Animals"
      options={kept}
      value={keeps ?? undefined}
      disabled={disabled}
      onChange={(next) => onChange({ keeps: next })}
    />
    <LabelledChoice
      label="Weights"
      options={units}
      value={weightUnit}
      disabled={disabled}
      onChange={(next) => onChange({ weightUnit: next })}
    />
    <LabelledChoice
      label="Dates"
      options={dates}
      value={dateFormat}
      layout="stacked"
      disabled={disabled}
      onChange={(next) => onChange({ dateFormat: next })}
    />
  </div>
);
