import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { ApiError, sentenceOf } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/lib/field-errors.ts';
import { refreshCurrentUser } from '#web/lib/session.ts';
import { type Merge, mergeThreeWays } from '#web/lib/three-way.ts';
import type { ShownPart } from '#web/components/changed-elsewhere.tsx';
import { type Entries, entriesOf, entryNames, farmParts } from './farm-entries.tsx';
import { asksForPassword, useSaveProfile } from './profile.data.ts';

type FarmFormState = UseFormReturn<Entries, unknown, ProfileChange>;

/** The profile as the form's changes are counted from. */
export interface Base {
  readonly entries: ReturnType<typeof entriesOf>;
  readonly version: string;
}

export const baseOf = (user: CurrentUser): Base => ({ entries: entriesOf(user), version: user.profileVersion });

/** Saves the farm's form. Where the profile was changed elsewhere meanwhile, `merge` holds both changes and the form stands as they come together. */
export function useSaveFarm(user: CurrentUser, form: FarmFormState, opened: Base) {
  const client = useQueryClient();
  const save = useSaveProfile();
  const [base, setBase] = useState(opened);
  const [merge, setMerge] = useState<Merge<Entries, ShownPart<Entries>> | null>(null);
  /** Waits for the password. */
  const [unproven, setUnproven] = useState<ProfileChange | null>(null);

  const keep = (saved: CurrentUser) => setBase(baseOf(saved));

  const explain = async (error: unknown, change: ProfileChange) => {
    setUnproven(asksForPassword(error) ? change : null);
    showFieldErrors(error, form.setError, entryNames);
    if (!hasCode(error, 'record.stale')) return;
    const fresh = await refreshCurrentUser(client).catch(() => null);
    if (!fresh) return;
    const versions = { base: base.entries, mine: form.getValues(), theirs: entriesOf(fresh) };
    const met = mergeThreeWays<Entries, ShownPart<Entries>>(farmParts, versions);
    keep(fresh);
    // They changed what is changed here too, and to the same.
    if (met.taken.length + met.clashes.length === 0) return send(change, fresh.profileVersion);
    showEntries(form, met.values);
    setMerge(met);
  };

  const send = (change: ProfileChange, version: string, proof: { currentPassword?: string } = {}) =>
    save.mutate(
      { ...change, version, ...proof },
      {
        onSuccess: (saved) => {
          setUnproven(null);
          keep(saved);
          // The fields stay registered: the compiler does not register them a second time.
          form.reset(entriesOf(saved), { keepFieldsRef: true });
        },
        onError: (error) => void explain(error, change),
      },
    );

  const submit = (change: ProfileChange) => {
    setMerge(null);
    send(change, base.version);
  };

  const password = {
    isOpen: unproven !== null,
    isBusy: save.isPending,
    fault: unproven && hasCode(save.error, 'accounts.wrong_password') ? sentenceOf(save.error, '') : undefined,
    onConfirm: (currentPassword: string) => unproven && send(unproven, base.version, { currentPassword }),
    onCancel: () => setUnproven(null),
  };

  const discard = () => {
    setMerge(null);
    keep(user);
    form.reset(entriesOf(user), { keepFieldsRef: true });
  };

  return { submit, discard, isSaving: save.isPending, merge, password, base };
}

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** Puts entries into the form as if they had been typed. */
export function showEntries(form: FarmFormState, entries: Entries): void {
  for (const name of entryNames) form.setValue(name, entries[name], { shouldDirty: true });
}
