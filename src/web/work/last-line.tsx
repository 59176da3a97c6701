import { Check, CircleAlert, Smartphone, Undo2 } from 'lucide-react';
import { UndoLeft } from '#web/herd/undo-left.tsx';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { enteredText } from './work-events.ts';
import type { LastEntry } from './use-entries.ts';

interface LastLineProps {
  readonly last: LastEntry;
  readonly nameOf: (id: string) => string;
  readonly actions: readonly { readonly label: string; readonly onPress: () => void }[];
}

const words = { saving: 'Saving', saved: 'Saved', waiting: 'Not sent yet', failed: 'Not saved', undone: 'Undone' } as const;

/** Keeps the last entry, or its failure, in view without covering anything. */
export function LastLine({ last: { event, animal, before, state, reason }, nameOf, actions }: LastLineProps) {
  const text = enteredText(event, before, nameOf);
  const isFailed = state === 'failed';
  return (
    <div
      className={cn(
        '-mx-4 flex min-h-13 items-center gap-2 border-b px-4 sm:mx-0',
        isFailed ? 'bg-destructive-soft' : 'bg-accent',
      )}
    >
      <Icon state={state} />
      <output className="min-w-0 flex-1 py-2 leading-tight font-medium">
        <span className="sr-only">{words[state]}: </span>
        <span className="tag">{animal.tagNumber}</span>
        {text !== '' && `, ${text}`}
        {isFailed && <span className="block text-sm font-normal">Not saved: {reason}</span>}
        {state === 'waiting' && <span className="block text-sm font-normal">Not sent yet</span>}
      </output>
      {state === 'undone' ? (
        <span className="text-sm">Undone</span>
      ) : (
        <>
          {!isFailed && <UndoLeft since={event.createdAt} />}
          {actions.map(({ label, onPress }) => (
            <Button key={label} variant="link" size="small" onClick={onPress}>
              {label}
            </Button>
          ))}
        </>
      )}
    </div>
  );
}

function Icon({ state }: Pick<LastEntry, 'state'>) {
  const className = 'size-5 shrink-0';
  switch (state) {
    case 'saving':
      return <Spinner />;
    case 'saved':
      return <Check aria-hidden className={className} />;
    case 'waiting':
      return <Smartphone aria-hidden className={className} />;
    case 'undone':
      return <Undo2 aria-hidden className={className} />;
    default:
      return <CircleAlert aria-hidden className={cn(className, 'text-destructive')} />;
  }
}
