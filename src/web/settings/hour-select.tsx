import { LabelledSelect } from '#web/ui/select.tsx';

const none = 'none';
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));
const hourText = (hour: string): string => `${hour.padStart(2, '0')}:00`;

interface HourSelectProps {
  readonly label?: string;
  readonly hour: number | null;
  /** The label for never. */
  readonly never: string;
  readonly isDisabled: boolean;
  readonly onChange: (hour: number | null) => void;
}

/** Chooses the hour of the day at which something is sent. */
export const HourSelect = ({ label = 'Hour', hour, never, isDisabled, onChange }: HourSelectProps) => (
  <div className="w-36">
    <LabelledSelect
      label={label}
      options={[{ value: none, label: never }, ...hours.map((value) => ({ value, label: hourText(value) }))]}
      value={hour === null ? none : String(hour)}
      disabled={isDisabled}
      onChange={(value) => onChange(value === none ? null : Number(value))}
    />
  </div>
);
