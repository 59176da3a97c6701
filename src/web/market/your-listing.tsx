import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Share2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/components/copy-field.tsx';

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

interface ShareButtonProps {
  readonly title: string;
  /** An address of the product, without its origin. */
  readonly path: string;
}

/** Opens the device's own choice of whom to send a link to. Where there is none, the link is copied. */
function ShareButton({ title, path }: ShareButtonProps) {
  const link = { title, url: `${location.origin}${path}` };
  const share = (): void => {
    if ((navigator as Partial<Navigator>).canShare?.(link)) {
      // Rejected when the person closes the choice, which needs no message.
      void navigator.share(link).catch(() => {});
    } else copyText(link.url, `The link is ${link.url}`);
  };
  return (
    <Button variant="outline" onClick={share}>
      <Share2 aria-hidden />
      Share
    </Button>
  );
}
