import { type DateRange as Dates, whyNotRange } from '#domain/reports.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

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
        <Field label={start}>
          {(control) => (
            <Input {...control} type="date" value={dates.from ?? ''} onChange={(typed) => onStart(typed.target.value)} />
          )}
        </Field>
        <Field label={end} error={whyNotRange(dates)}>
          {(control) => <Input {...control} type="date" value={dates.to ?? ''} onChange={(typed) => onEnd(typed.target.value)} />}
        </Field>
      </div>
    </fieldset>
  );
}
