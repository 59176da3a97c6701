import { useEffect, useState } from 'react';
import { type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { restored } from '#web/lib/forms/drafts.ts';
import { sameContent } from '#web/lib/forms/three-way.ts';
import { restartForm, showValues } from './form.tsx';
import { useDraft } from './use-draft.ts';
import { useFormDraft } from './use-form-draft.ts';

/** The form of a page that records something new for many animals. What is typed is kept under `name` until it is sent. */
export function useDraftedForm<V extends FieldValues, Out>(name: string, start: () => V, resolver: Resolver<V, unknown, Out>) {
  const draft = useDraft<V>(name);
  const { stored } = draft;
  const [first] = useState(start);
  const [isSent, setSent] = useState(false);
  const form = useForm<V, unknown, Out>({ defaultValues: first as never, resolver });
  // What was typed counts as typed, so no proposal replaces it.
  useEffect(() => {
    if (stored) showValues(form, restored(first, stored));
  }, [form, first, stored]);
  const storeDraft = useFormDraft(draft, form, (values) => (isSent || sameContent(values, first) ? undefined : values));
  /** The draft of what may have arrived would record it twice. */
  const send = async (save: () => Promise<void>): Promise<void> => {
    setSent(true);
    storeDraft(undefined);
    await save().catch((error: unknown) => {
      setSent(false);
      throw error;
    });
  };
  const discard = () => {
    draft.end();
    restartForm(form, first);
  };
  return { form, send, discard: stored && discard };
}
