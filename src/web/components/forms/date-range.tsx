import { type DateRange as Dates, validateRange } from '#domain/reports.ts';
import { unreadableDay } from '#web/lib/forms/unreadable-day.ts';
import { DayField } from '#web/components/forms/day-field.tsx';

interface DateRangeProps {
  readonly legend: string;
  readonly labels: readonly [start: string, end: string];
  readonly dates: Dates;
  readonly onStart: (day: string) => void;
  readonly onEnd: (day: string) => void;
}

export function DateRange({ legend, labels: [start, end], dates, onStart, onEnd }: DateRangeProps) {
  return (
    <fieldset className="@container min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="grid gap-3 @xs:grid-cols-2">
        <DayField label={start} value={dates.from ?? ''} onChange={(day) => onStart(day === unreadableDay ? '' : day)} />
        <DayField
          label={end}
          error={validateRange(dates)}
          value={dates.to ?? ''}
          onChange={(day) => onEnd(day === unreadableDay ? '' : day)}
        />
      </div>
    </fieldset>
  );
}
