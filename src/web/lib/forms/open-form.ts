import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { draftOwner } from '../session/session.ts';
import { Signal } from '../signal.ts';
import { toast } from '../use-toast.ts';
import { findDraft, storeDraft } from './drafts.ts';

/** The form that is open in this window, so that a reload or a new session opens it again with its draft. */
const key = 'open form';

let requested = readOpenForm();
const requests = new Signal();

interface OpenForm {
  readonly form: string;
  readonly path: string;
}

function readOpenForm(): string | undefined {
  try {
    const { form, path } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<OpenForm>;
    return path === location.pathname || location.pathname === '/login' ? form : undefined;
  } catch {
    return undefined;
  }
}

export function storeOpenForm(form: string): void {
  const opened: OpenForm = { form, path: location.pathname };
  try {
    sessionStorage.setItem(key, JSON.stringify(opened));
  } catch {
    // Without storage the person opens it again.
  }
}

export function clearOpenForm(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The form opens at once if its page is shown, otherwise when that page opens. */
export function requestForm(form: string): void {
  requested = form;
  requests.tell();
}

/** Without a prefix none is opened yet. */
export function useRequestedForm(prefix: string | undefined, open: (form: string) => void): void {
  const form = useSyncExternalStore(
    requests.subscribe,
    () => requested,
    () => undefined,
  );
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (prefix === undefined || !form?.startsWith(prefix)) return;
    requested = undefined;
    openNow(form);
  }, [form, prefix]);
}

/** Opens the form of the record whose id follows the prefix, or without an id that of a new one, once the records are read. */
export function useRequestedRecord<R extends { readonly id: string }>(
  prefix: string,
  records: readonly R[] | undefined,
  open: (record: R | undefined) => void,
): void {
  const client = useQueryClient();
  useRequestedForm(records && prefix, (form) => {
    const record = records?.find(({ id }) => form === prefix + id);
    if (record || form === prefix) return open(record);
    const owner = draftOwner(client);
    if (!findDraft(owner, form)) return undefined;
    storeDraft(owner, form, undefined);
    return toast({ variant: 'destructive', title: 'Changes not saved', description: 'This entry has been deleted elsewhere.' });
  });
}
