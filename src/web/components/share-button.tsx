import { Share2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { copyText } from './copy-field.tsx';

interface ShareButtonProps {
  readonly title: string;
  /** An address of the product, without its origin. */
  readonly path: string;
}

/** Opens the device's own choice of whom to send a link to. Where there is none, the link is copied. */
export function ShareButton({ title, path }: ShareButtonProps) {
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
