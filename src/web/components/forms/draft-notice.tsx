import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

/** Shown only where there is a draft to discard. */
export function DraftNotice({ onDiscard }: { readonly onDiscard: (() => void) | undefined }) {
  if (!onDiscard) return null;
  return (
    <Alert
      data-draft
      title="You typed this before and have not saved it"
      action={
        <Button variant="outline" onClick={onDiscard}>
          Discard
        </Button>
      }
      className="mb-5 [&>div]:basis-32"
    />
  );
}
