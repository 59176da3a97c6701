import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDialogDismissed } from './dialog.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { findDraft, removeExpiredDrafts, storeDraft, type Owner } from '#web/lib/drafts.ts';
import { clearOpenForm, storeOpenForm, requestForm } from '#web/lib/open-form.ts';
import { signedInId } from '#web/lib/session.ts';

export interface Draft<T> {
  readonly owner: Owner;
  readonly form: string;
  /** What was typed in an earlier visit and not saved. */
  readonly stored: T | undefined;
  /** Removes the draft, after it was saved or discarded. */
  readonly end: () => void;
}

/**
 * What was typed into a form and not saved. `form` names it among the forms of the account; a name that ends with a slash is several
 * forms of one kind, of which the newest that `fits` goes on.
 */
export function useDraft<T extends object>(form: string, fits?: (draft: T) => boolean): Draft<T> {
  const client = useQueryClient();
  const [owner] = useState(() => signedInId(client));
  const [stored, setStored] = useState(() => {
    removeExpiredDrafts();
    return findDraft<T>(owner, form, fits);
  });
  const [fresh] = useState(() => (form.endsWith('/') ? form + Date.now().toString(36) : form));
  const current = stored?.form ?? fresh;
  return {
    owner,
    form: current,
    stored: stored?.typed,
    end: () => {
      storeDraft(owner, current, undefined);
      setStored(undefined);
    },
  };
}

/** Stores `typed` as the draft; undefined removes it. */
export function useStoredDraft<T extends object>({ owner, form }: Draft<T>, typed: T | undefined): void {
  const text = typed && JSON.stringify(typed);
  useEffect(() => storeDraft(owner, form, text === undefined ? undefined : (JSON.parse(text) as T)), [owner, form, text]);
}

interface DialogDraft {
  readonly form: string;
  /** Title of the toast that leads back to it: 'Animal not added'. */
  readonly title: string;
}

/**
 * Stands in a form of a dialog. Cancel, Close and Escape are meant: what was typed goes, and for a moment can be brought back. When the
 * dialog goes away by itself, with its page or by the Back button, it is kept and a toast leads back to it. With the session it goes
 * without a word, and comes back with it.
 */
export function useDialogDraft({ form, title }: DialogDraft): void {
  const client = useQueryClient();
  const { history } = useRouter();
  const [address] = useState(() => history.location.href);
  const offerBack = (description: string, onPress: () => void) =>
    toast({ title, description, action: { label: 'Continue editing', onPress } });
  const goBack = () => {
    requestForm(form);
    if (history.location.href !== address) history.push(address);
  };

  useDialogDismissed(() => {
    const owner = signedInId(client);
    const left = findDraft(owner, form);
    if (!left) return;
    storeDraft(owner, form, undefined);
    offerBack('What you typed is kept for a moment.', () => {
      storeDraft(owner, form, left.typed);
      goBack();
    });
  });

  const leave = useEffectEvent(() => {
    const owner = signedInId(client);
    if (owner === null) return requestForm(form);
    clearOpenForm();
    if (findDraft(owner, form)) offerBack('What you typed is kept.', goBack);
    return undefined;
  });
  useEffect(() => {
    storeOpenForm(form);
    return () => leave();
  }, [form]);
}
