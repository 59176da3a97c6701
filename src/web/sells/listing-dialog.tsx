import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { Dialog, DialogBody } from '#web/components/dialogs/dialog.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { read } from '#web/lib/server/query.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ListingForm } from './listing-form.tsx';

/** Edits what an animal's listing shows besides its fields. It is stored only on the server. */
export function ListingDialog({ animal, onClose }: { animal: Animal; onClose: () => void }) {
  const details = useQuery({ ...read('readListingDetails', { params: { id: animal.id } }), gcTime: 0 });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
      title={`The listing of ${fullName(animal)}`}
      description="What buyers see on the marketplace."
    >
      {details.data ? (
        <ListingForm animal={animal} stored={details.data} onSaved={onClose} />
      ) : (
        <DialogBody>
          <NeedsServer what="You can change the listing">
            {details.isError ? <QueryFailed what="The listing" query={details} /> : <Skeleton className="h-64" />}
          </NeedsServer>
        </DialogBody>
      )}
    </Dialog>
  );
}
