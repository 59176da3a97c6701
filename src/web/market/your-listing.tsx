import { ShareButton } from '#web/components/share-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Takes the place of the seller's address for people of the farm that offers the animal. */
export const YourListing = ({ id, title }: { readonly id: string; readonly title: string }) => (
  <Card className="mt-6 gap-3 p-4 print:hidden">
    <p className="font-semibold">This is your farm’s listing</p>
    <p className="text-muted-foreground">Buyers see here how to reach you, as your farm has chosen in Settings.</p>
    <div className="flex flex-wrap gap-2">
      <ShareButton title={title} path={`/for-sale/${id}`} />
      <LinkButton to="/animals/$id" params={{ id }} variant="outline">
        Open the animal
      </LinkButton>
      <LinkButton to="/settings/$topic" params={{ topic: 'marketplace' }} variant="ghost">
        Settings
      </LinkButton>
    </div>
  </Card>
);
