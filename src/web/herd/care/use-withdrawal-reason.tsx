import type { ComponentType, ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import { useOpened } from '#web/components/dialogs/use-opened.ts';
import { ApiError } from '#web/lib/server/api.ts';
import { importPart } from '#web/lib/server/import-part.ts';
import type { ReasonDialogProps } from '../reason-dialog.tsx';

/** The person has not given a reason, so nothing was saved. */
export class NoReasonGiven extends Error {}

export const isWithheld = (error: unknown): boolean => error instanceof ApiError && error.code === 'animals.in_withdrawal';

interface Question extends Omit<ReasonDialogProps, 'isOpen'> {
  readonly Dialog: ComponentType<ReasonDialogProps>;
}

interface WithdrawalReason {
  /** Resolves with undefined if no reason is given. */
  readonly ask: (animals: readonly Animal[], action: string) => Promise<string | undefined>;
  /**
   * Saves. If the animal is in withdrawal, asks for a reason and saves with it. Rejects with `NoReasonGiven` if none is given.
   */
  readonly askingForReason: <R>(animal: Animal, action: string, save: (reason?: string) => Promise<R>) => Promise<R>;
  /** Must not be rendered inside a form, which would be submitted together with the dialog's form. */
  readonly dialog: ReactNode;
}

/** The only dialog that asks why an animal in withdrawal is sold or offered (rule 52). Its code is loaded when needed. */
export function useWithdrawalReason(): WithdrawalReason {
  const { opened, open, close } = useOpened<Question>();

  const ask: WithdrawalReason['ask'] = async (animals, action) => {
    const { ReasonDialog } = await importPart(() => import('../reason-dialog.tsx'));
    return new Promise((resolve) => {
      const onAnswer = (reason?: string) => {
        close();
        resolve(reason);
      };
      open({ Dialog: ReasonDialog, animals, action, onAnswer });
    });
  };

  const askingForReason: WithdrawalReason['askingForReason'] = async (animal, action, save) => {
    try {
      return await save();
    } catch (error) {
      if (!isWithheld(error)) throw error;
      const reason = await ask([animal], action);
      if (reason === undefined) throw new NoReasonGiven();
      return save(reason);
    }
  };

  return { ask, askingForReason, dialog: opened && <opened.of.Dialog {...opened.of} isOpen={opened.isOpen} /> };
}
