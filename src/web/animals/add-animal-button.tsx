import { Plus } from 'lucide-react';
import { rightsOf } from '#domain/accounts/members.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

/** On a phone it stands beside the title, and one word has to do. */
/** Only for those who may add animals. */
export const AddAnimalButton = ({ onPress }: { onPress: () => void }) =>
  rightsOf(useFarmRole()).has('keep') && (
    <Button onClick={onPress} aria-label="Add Animal" className="max-sm:gap-1 max-sm:px-2.5">
      <Plus aria-hidden />
      <span>
        Add<span className="max-sm:hidden"> Animal</span>
      </span>
    </Button>
  );
