import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { storeDraft } from '#web/lib/forms/drafts.ts';
import type { Draft } from './use-draft.ts';

/** `toDraft` returns undefined while nothing has been changed. Returns what stores a draft at once. */
export function useFormDraft<V extends FieldValues, Out, T extends object>(
  { owner, form: name }: Pick<Draft<T>, 'owner' | 'form'>,
  form: UseFormReturn<V, unknown, Out>,
  toDraft: (values: V) => T | undefined,
): (draft: T | undefined) => void {
  const last = useRef<string>(undefined);
  const store = (draft: T | undefined) => {
    const text = draft && JSON.stringify(draft);
    if (text === last.current) return;
    last.current = text;
    storeDraft(owner, name, draft);
  };
  const saveDraft = useEffectEvent((values: V) => store(toDraft(values)));
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) }), [form]);
  // A draft holds more than the form's values, such as the id of the request, and these change with a render.
  useEffect(() => saveDraft(form.getValues()));
  return store;
}
