import { Plus } from 'lucide-react';
import { useRights } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

/** Only for those who may add animals. */
export const AddAnimalButton = ({ onPress }: { onPress: () => void }) =>
  useRights().has('keep') && (
    <Button onClick={onPress} className="max-sm:gap-1 max-sm:px-2.5">
      <Plus aria-hidden />
      Add Animal
    </Button>
  );
