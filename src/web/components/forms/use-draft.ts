import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDialogDismissed } from '../dialogs/dialog.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { findDraft, removeExpiredDrafts, storeDraft, type Owner } from '#web/lib/forms/drafts.ts';
import { clearOpenForm, storeOpenForm, requestForm } from '#web/lib/forms/open-form.ts';
import { draftOwner } from '#web/lib/session/session.ts';

export interface Draft<T> {
  readonly owner: Owner;
  readonly form: string;
  readonly stored: T | undefined;
  readonly end: () => void;
}

/**
 * A `form` name that ends with a slash stands for several forms of one kind. The newest draft that `fits` is continued. With
 * `isOfWindow` it is kept in this window only, for the person who typed it, until the window is closed or somebody signs in or out.
 */
export function useDraft<T extends object>(name: string, fits?: (draft: T) => boolean, isOfWindow = false): Draft<T> {
  const client = useQueryClient();
  const [person] = useState(() => draftOwner(client));
  const [owner, form] = isOfWindow ? [null, `${name} of ${person}`] : [person, name];
  const [stored, setStored] = useState(() => {
    removeExpiredDrafts();
    return findDraft<T>(owner, form, fits);
  });
  const [newForm] = useState(() => (form.endsWith('/') ? form + Date.now().toString(36) : form));
  const current = stored?.form ?? newForm;
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

export function useStoredDraft<T extends object>({ owner, form }: Draft<T>, typed: T | undefined): void {
  const text = typed && JSON.stringify(typed);
  useEffect(() => {
    storeDraft(owner, form, text === undefined ? undefined : (JSON.parse(text) as T));
  }, [owner, form, text]);
}

export interface DialogDraft {
  readonly form: string;
  readonly title: string;
}

/**
 * Cancel, Close and Escape remove the draft, and a toast can restore it. When the dialog disappears by itself, with its page or by
 * Back, the draft stays and a toast leads back to it. When the session ends, the form opens again after sign-in.
 */
export function useDialogDraft({ form, title }: DialogDraft): void {
  const client = useQueryClient();
  const { history } = useRouter();
  const [address] = useState(() => history.location.href);
  const offerBack = (description: string, onPress: () => void) =>
    toast({ title, description, isWhole: true, action: { label: 'Continue editing', onPress } });
  const goBack = () => {
    requestForm(form);
    if (history.location.href !== address) history.push(address);
  };

  useDialogDismissed(() => {
    const owner = draftOwner(client);
    const dismissed = findDraft(owner, form);
    if (!dismissed) return;
    storeDraft(owner, form, undefined);
    offerBack('What you typed is kept for a moment.', () => {
      storeDraft(owner, form, dismissed.typed);
      goBack();
    });
  });

  const onUnmount = useEffectEvent(() => {
    const owner = draftOwner(client);
    if (owner === null) return requestForm(form);
    clearOpenForm();
    if (findDraft(owner, form)) offerBack('What you typed is kept.', goBack);
    return undefined;
  });
  useEffect(() => {
    storeOpenForm(form);
    return () => onUnmount();
  }, [form]);
}
