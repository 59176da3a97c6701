import { type ReactNode, useEffect, useState } from 'react';
import { type useForm, useFormState, useWatch } from 'react-hook-form';
import type { NewEvent } from '#contract/events.ts';
import { type EventFormValues, type FormField, notStated } from './event-form-values.ts';

interface MoreFieldsProps {
  readonly form: ReturnType<typeof useForm<EventFormValues, unknown, NewEvent>>;
  readonly fields: readonly FormField[];
  /** The inputs of these fields. */
  readonly children: ReactNode;
}

/** Folded, unless something in it is filled in, is wrong, or has to be seen. */
export function MoreFields({ form, fields, children }: MoreFieldsProps) {
  const { control, setFocus } = form;
  const [isOpen, setOpen] = useState(() => fields.some((field) => isFilled(field, form.getValues(field.name))));
  const { errors } = useFormState({ control });
  const wrong = Object.keys(errors);
  const isWrong = fields.some(({ name }) => wrong.includes(name));
  // A field of the form that is in sight has the focus already.
  const first = wrong.every((name) => fields.some((field) => field.name === name)) ? wrong[0] : undefined;
  const [expiry, day] = useWatch({ control, name: ['expiry', 'day'] }) as (string | undefined)[];
  const isExpired = Boolean(expiry && day && expiry < day);
  useEffect(() => {
    if (first !== undefined) setFocus(first);
  }, [first, setFocus]);
  return (
    <details
      open={isOpen || isWrong || isExpired}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="sm:col-span-2"
    >
      <summary className="inline-flex min-h-12 cursor-pointer items-center font-medium underline underline-offset-4">
        More
      </summary>
      <div className="mt-3 grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
    </details>
  );
}

function isFilled({ info }: FormField, value: unknown): boolean {
  const unset = info.kind === 'choice' ? notStated : info.unset;
  return Array.isArray(value) ? value.length > 0 : (value ?? '') !== '' && value !== unset && value !== false;
}
