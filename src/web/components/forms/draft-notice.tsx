import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
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
