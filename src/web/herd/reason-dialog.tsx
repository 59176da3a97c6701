import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { openWithdrawals } from '#domain/journal/withdrawals.ts';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { ReasonField, useReasonForm } from '#web/components/forms/reason-form.tsx';
import { count } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { AnimalName } from './animal/animal-name.tsx';
import { animalStatesQuery } from './data/animals.queries.ts';
import { distanceText, withdrawalText } from './day-text.ts';

export interface ReasonDialogProps {
  readonly isOpen: boolean;
  readonly animals: readonly Animal[];
  /** The label of the button, which names what is done with the reason. */
  readonly action: string;
  readonly onAnswer: (reason?: string) => void;
}

export function ReasonDialog({ isOpen, animals, action, onAnswer }: ReasonDialogProps) {
  const [first] = animals;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onAnswer()}
      title={
        animals.length === 1 && first ? (
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            <AnimalName animal={first} /> is in withdrawal
          </span>
        ) : (
          `${count(animals.length)} animals are in withdrawal`
        )
      }
      description="Meat and milk must not be eaten before the withdrawal has ended. One that was not recorded counts as open. Your buyer has to know."
    >
      <ReasonForm key={String(isOpen)} animals={animals} action={action} onAnswer={onAnswer} />
    </Dialog>
  );
}

const maxNamed = 20;

function ReasonForm({ animals, action, onAnswer }: Omit<ReasonDialogProps, 'isOpen'>) {
  const form = useReasonForm();
  return (
    <DialogForm
      form={form}
      onSubmit={({ reason }) => onAnswer(reason.trim())}
      submitLabel={action}
      busyLabel={action}
      className="flex flex-col gap-5"
    >
      <ul className="flex flex-col gap-2">
        {animals.slice(0, maxNamed).map((animal) => (
          <OpenWithdrawals key={animal.id} animal={animal} isNamed={animals.length > 1} />
        ))}
        {animals.length > maxNamed && <li>and {count(animals.length - maxNamed)} more</li>}
      </ul>
      <ReasonField
        form={form}
        hint="Kept in your journal and not printed for the buyer, such as: sold for breeding, and the buyer knows"
      />
    </DialogForm>
  );
}

/** The cached states may be older than the server's refusal, so they are read again. */
function OpenWithdrawals({ animal, isNamed }: { animal: Animal; isNamed: boolean }) {
  const { data = [] } = useQuery({ ...animalStatesQuery, refetchOnMount: 'always' });
  const now = today();
  const open = openWithdrawals(data.find(({ animalId }) => animalId === animal.id)?.withdrawals ?? [], now);
  return (
    <li className="wrap-anywhere">
      {isNamed && <AnimalName animal={animal} />}
      {open.map((end) => (
        <p key={end.product} className="font-medium">
          {withdrawalText(end, now)}
          {end.clearOn !== null && <span className="font-normal text-muted-foreground"> · {distanceText(end.clearOn, now)}</span>}
        </p>
      ))}
    </li>
  );
}
