import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { storeDraft } from '#web/lib/drafts.ts';
import type { Draft } from './use-draft.ts';

/** Stores the values of a form as its draft. `toDraft` returns undefined while they are what the form was opened with. */
export function useFormDraft<V extends FieldValues, Out, T extends object>(
  { owner, form: name }: Pick<Draft<T>, 'owner' | 'form'>,
  form: UseFormReturn<V, unknown, Out>,
  toDraft: (values: V) => T | undefined,
): void {
  const last = useRef<string>(undefined);
  const keep = useEffectEvent((values: V) => {
    const draft = toDraft(values);
    const text = draft && JSON.stringify(draft);
    if (text === last.current) return;
    last.current = text;
    storeDraft(owner, name, draft);
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form]);
  // What a draft holds besides the values, such as the id that was sent, changes with a render.
  useEffect(() => keep(form.getValues()));
}
