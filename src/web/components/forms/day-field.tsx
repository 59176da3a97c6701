import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { isCalendarDate } from '#domain/values/dates.ts';
import { unreadableDay } from '#web/lib/forms/unreadable-day.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface DayFieldProps extends Pick<ComponentProps<'input'>, 'min' | 'max' | 'name' | 'ref'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

export function DayField({ label, hint, optional, error, value, onChange, ref, ...input }: DayFieldProps) {
  const control = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);

  // Uncontrolled, because React would empty a half-typed date at every change.
  useLayoutEffect(() => {
    const { current } = control;
    if (current && value !== unreadableDay && current.value !== value) {
      current.value = isCalendarDate(value) ? value : '';
      setUnreadable(false);
    }
  }, [value]);

  const report = (): void => {
    const { current } = control;
    if (!current) return;
    const day = current.validity.badInput ? unreadableDay : current.value;
    setUnreadable(day === unreadableDay);
    if (day !== value) onChange(day);
  };

  return (
    <Field
      label={label}
      hint={hint}
      error={isUnreadable ? 'This date is incomplete or does not exist.' : error}
      {...(optional && { optional })}
    >
      {(described) => (
        <Input
          {...input}
          {...described}
          ref={(element) => {
            control.current = element;
            if (typeof ref === 'function') ref(element);
          }}
          type="date"
          defaultValue={value === unreadableDay ? '' : value}
          onChange={report}
          // The browser fires no change event for a date that is half typed into an empty field.
          onBlur={report}
          onKeyDown={({ key }) => key === 'Enter' && report()}
        />
      )}
    </Field>
  );
}
