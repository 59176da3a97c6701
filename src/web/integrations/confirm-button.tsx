import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';

interface ConfirmButtonProps {
  /** On the button, such as 'Delete'. */
  readonly verb: string;
  /** Names the object for screen readers. */
  readonly what: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
}

/** A button for an action that cannot be undone; it asks for confirmation in its place. */
export function ConfirmButton({ verb, what, busy, onConfirm }: ConfirmButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    return (
      <Button variant="outline" aria-label={`${verb} ${what}`} onClick={() => setIsAsked(true)}>
        {verb}
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="destructive" busy={busy} onClick={onConfirm}>
        {verb} for good
      </Button>
      <Button variant="outline" onClick={() => setIsAsked(false)}>
        Keep
      </Button>
    </div>
  );
}
