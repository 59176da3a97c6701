import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { isWithheld, useWithdrawalReason } from '#web/herd/care/use-withdrawal-reason.tsx';
import { useChangeAnimal } from '#web/herd/data/animals.data.ts';
import { call, isServerOrSessionLost, NetworkError, errorMessage } from '#web/lib/server/api.ts';
import { isWaiting } from '#web/lib/server/waiting-reply.ts';
import { runEach } from '#web/lib/run-each.ts';
import { useDraft, useStoredDraft } from '#web/components/forms/use-draft.ts';
import { saveMerging } from '#web/components/forms/merging-save.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import {
  draftOf,
  editsOf,
  mergeCells,
  type SaleCells,
  type SaleDraft,
  saleBody,
  theirChange,
  validateSale,
  withEdit,
  withoutSaved,
  withReverted,
  withTheirs,
} from './sale-edits.ts';

const failure = 'Failed to update animals';

export function useSaleEdits(animals: readonly Animal[]) {
  const { mutateAsync: changeAnimal } = useChangeAnimal();
  const draft = useDraft<readonly SaleDraft[]>('sales');
  const [restoredDraft] = useState(() => editsOf(draft.stored ?? [], animals));
  const [edits, setEdits] = useState(restoredDraft.edits);
  const [errors, setErrors] = useState<ReadonlyMap<string, RowError>>(
    () => new Map([...restoredDraft.changes].map(([id, why]) => [id, { why, isStale: true }])),
  );
  const { ask, dialog } = useWithdrawalReason();
  const [isSaving, setSaving] = useState(false);
  const edited = animals.filter(({ id }) => edits.has(id));
  useStoredDraft(draft, edited.length > 0 ? draftOf(edits, animals) : undefined);

  const clearError = (id: string) => setErrors((now) => new Map([...now].filter(([other]) => other !== id)));
  const edit = (animal: Animal, change: Partial<SaleCells>) => {
    setEdits((now) => withEdit(now, animal, change));
    clearError(animal.id);
  };
  const revert = (animal: Animal, column: keyof SaleCells) => {
    setEdits((now) => withReverted(now, animal, column));
    clearError(animal.id);
  };

  const discard = () => {
    setEdits(new Map());
    setErrors(new Map());
  };

  const takeTheirs = (id: string) => {
    setEdits((now) => new Map([...now].filter(([other]) => other !== id)));
    clearError(id);
  };

  /** Only the cells of this table are merged, so changes of other fields are no conflict. */
  const send = (animal: Animal, cells: SaleCells, reason?: string) =>
    saveMerging(animal, {
      send: ({ id, version }) => changeAnimal({ id, version, ...saleBody(cells), reason }),
      readStored: () => call('readAnimal', { params: { id: animal.id } }),
      merge: (base, stored) => ({ ...mergeCells(base, cells, stored), animals: { base, stored } }),
      onMerged: ({ animals: { base, stored } }) => {
        setEdits((now) => withTheirs(now, base, stored));
        throw new ChangedElsewhere(theirChange(base, cells, stored));
      },
    });

  /** Failed rows stay edited and show why. Resolves to whether all were saved. */
  const save = async (): Promise<boolean> => {
    setSaving(true);
    setErrors(new Map());
    const sent = edits;
    let waiting: PromiseFulfilledResult<unknown> | undefined;
    const sendRows = async (rows: readonly Animal[], reason?: string) => {
      const sendRow = async (animal: Animal) => {
        const cells = sent.get(animal.id);
        const why = cells && validateSale(cells);
        if (why !== undefined) throw new InvalidRow(why);
        return cells && send(animal, cells, reason);
      };
      const outcomes = await runEach(rows, sendRow, { isFatal: isServerOrSessionLost });
      waiting ??= outcomes.find((outcome) => outcome.status === 'fulfilled' && isWaiting(outcome.value)) as typeof waiting;
      return rows.flatMap((animal, index) => {
        const outcome = outcomes[index];
        return outcome?.status === 'rejected' ? { animal, error: outcome.reason as unknown } : [];
      });
    };
    let failures = await sendRows(edited);
    const [withheld, others] = [
      failures.filter(({ error }) => isWithheld(error)),
      failures.filter(({ error }) => !isWithheld(error)),
    ];
    if (withheld.length > 0) {
      const rows = withheld.map(({ animal }) => animal);
      const reason = await ask(rows, 'Offer anyway').catch(() => undefined);
      if (reason !== undefined) failures = [...others, ...(await sendRows(rows, reason))];
    }
    const failedRows = failures.map(({ animal, error }) => [animal.id, rowErrorOf(error)] as const);
    const failedIds = new Set(failedRows.map(([id]) => id));
    setEdits((now) => withoutSaved(now, new Map([...sent].filter(([id]) => !failedIds.has(id)))));
    setErrors(new Map(failedRows));
    setSaving(false);
    const [failed] = failures;
    if (failed) toastFailure(failed.error, failure);
    else toastSaved(waiting?.value, { title: 'Animals updated successfully' });
    return failedRows.length === 0;
  };

  return {
    edits,
    edited,
    errors,
    isSaving,
    edit,
    revert,
    takeTheirs,
    discard,
    save,
    dialog,
    isDraftRestored: draft.stored !== undefined,
  };
}

class InvalidRow extends Error {}

class ChangedElsewhere extends Error {}

export interface RowError {
  readonly why: string;
  readonly isStale?: true;
}

function rowErrorOf(error: unknown): RowError {
  if (error instanceof ChangedElsewhere) return { why: error.message, isStale: true };
  if (error instanceof InvalidRow || error instanceof NetworkError) return { why: error.message };
  return { why: errorMessage(error, `${failure}.`) };
}
