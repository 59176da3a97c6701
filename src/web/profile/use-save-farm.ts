import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { ApiError, errorMessage } from '#web/lib/api.ts';
import { restartForm, showFieldErrors } from '#web/components/form.tsx';
import { refreshCurrentUser } from '#web/lib/session.ts';
import { useMergingSave } from '#web/components/use-merging-save.ts';
import { type Entries, entriesOf, farmMergeFields } from './farm-entries.tsx';
import { asksForPassword, useSaveProfile } from './profile.data.ts';

type FarmFormState = UseFormReturn<Entries, unknown, ProfileChange>;

export interface Base {
  readonly values: ReturnType<typeof entriesOf>;
  readonly version: string;
}

export const baseOf = (user: CurrentUser): Base => ({ values: entriesOf(user), version: user.profileVersion });

export function useSaveFarm(user: CurrentUser, form: FarmFormState, opened: Base) {
  const client = useQueryClient();
  const saveProfile = useSaveProfile();
  const { base, merge, save, restart } = useMergingSave<Entries, Base, ProfileChange>({
    opened,
    readStored: async () => {
      const stored = await refreshCurrentUser(client);
      return stored ? baseOf(stored) : undefined;
    },
    mergeFields: () => farmMergeFields,
    form,
  });
  const [changeNeedingPassword, setChangeNeedingPassword] = useState<ProfileChange | null>(null);

  const resetTo = (stored: CurrentUser) => {
    restart(baseOf(stored));
    restartForm(form, entriesOf(stored));
  };

  const submit = async (change: ProfileChange, proof: { currentPassword?: string } = {}) => {
    try {
      const saved = await save(({ version }) => saveProfile.mutateAsync({ ...change, version, ...proof }));
      setChangeNeedingPassword(null);
      resetTo(saved);
    } catch (error) {
      setChangeNeedingPassword(asksForPassword(error) ? change : null);
      showFieldErrors(error, form);
    }
  };

  const password = {
    isOpen: changeNeedingPassword !== null,
    isBusy: saveProfile.isPending,
    passwordError:
      changeNeedingPassword && hasCode(saveProfile.error, 'accounts.wrong_password')
        ? errorMessage(saveProfile.error, '')
        : undefined,
    onConfirm: (currentPassword: string) => changeNeedingPassword && void submit(changeNeedingPassword, { currentPassword }),
    onCancel: () => setChangeNeedingPassword(null),
  };

  return { submit, discard: () => resetTo(user), isSaving: saveProfile.isPending, merge, password, base };
}

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
