import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { useChangeAnimal } from '#web/animals/animals.data.ts';
import { NetworkError, sentenceOf } from '#web/lib/api.ts';
import { runEach } from '#web/lib/each.ts';
import { toast } from '#web/ui/use-toast.ts';
import { type SaleCells, type SaleEdits, saleBody, whyNotSale, withEdit, withoutSaved, withReverted } from './sale-edits.ts';

const failure = 'Failed to update animals';

/** What is edited in the table, and what the server said about rows that could not be saved. */
export function useSaleEdits(animals: readonly Animal[]) {
  const { mutateAsync: changeAnimal } = useChangeAnimal();
  const [edits, setEdits] = useState<SaleEdits>(new Map());
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const edited = animals.filter(({ id }) => edits.has(id));

  const forgive = (id: string) => setFaults((now) => new Map([...now].filter(([other]) => other !== id)));
  const edit = (animal: Animal, change: Partial<SaleCells>) => {
    setEdits((now) => withEdit(now, animal, change));
    forgive(animal.id);
  };
  const revert = (animal: Animal, column: keyof SaleCells) => {
    setEdits((now) => withReverted(now, animal, column));
    forgive(animal.id);
  };

  /** One request for each edited row. Rows that could not be saved stay edited and say why; true when there are none. */
  const save = async (): Promise<boolean> => {
    setSaving(true);
    setFaults(new Map());
    const sent = edits;
    const outcomes = await runEach(edited, async ({ id }) => {
      const cells = sent.get(id);
      const why = cells && whyNotSale(cells);
      if (why !== undefined) throw new Unsendable(why);
      if (cells) await changeAnimal({ id, ...saleBody(cells) });
    });
    const refused = edited.flatMap(({ id }, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'rejected' ? [[id, reasonOf(outcome.reason)] as const] : [];
    });
    const isRefused = new Set(refused.map(([id]) => id));
    setEdits((now) => withoutSaved(now, new Map([...sent].filter(([id]) => !isRefused.has(id)))));
    setFaults(new Map(refused));
    setSaving(false);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) toast({ variant: 'destructive', title: 'Error', description: sentenceOf(failed.reason, failure) });
    else toast({ title: 'Animals updated successfully' });
    return refused.length === 0;
  };

  return { edits, edited, faults, isSaving, edit, revert, save };
}

/** The row is not sent: its own sentence says why. */
class Unsendable extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof Unsendable || error instanceof NetworkError) return error.message;
  return sentenceOf(error, `${failure}.`);
}
