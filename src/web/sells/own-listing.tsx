import { Link } from '@tanstack/react-router';
import { ExternalLink, Images } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { rightsOf } from '#domain/members.ts';
import { lazily } from '#web/components/lazily.ts';
import { useFarmRole } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';

const ListingDialog = lazily(async () => (await import('./listing-dialog.tsx')).ListingDialog);

/** Shown on the page of an animal for sale: links to the rest of its listing. */
export function OwnListing({ animal }: { readonly animal: Animal }) {
  const [isOpen, setOpen] = useState(false);
  const mayManage = rightsOf(useFarmRole()).has('manage');
  if (!animal.forSale || animal.status !== 'active') return null;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {mayManage && (
        <Button variant="outline" onClick={() => setOpen(true)}>
          <Images aria-hidden />
          Photos and more of its listing
        </Button>
      )}
      {animal.salePrice !== null && (
        <Button asChild variant="ghost">
          <Link to="/for-sale/$id" params={{ id: animal.id }}>
            <ExternalLink aria-hidden />
            See it on the marketplace
          </Link>
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ListingDialog animal={animal} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
