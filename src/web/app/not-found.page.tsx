import { Link } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { BrokenFence } from '#web/ui/drawings.tsx';

export function NotFoundPage() {
  return (
    <div className="flex flex-col items-center gap-3 py-14 text-center">
      <div aria-hidden className="text-muted-foreground [&>svg]:h-36">
        <BrokenFence />
      </div>
      <h1 className="title text-2xl sm:text-3xl">404 Page Not Found</h1>
      <p className="max-w-prose text-muted-foreground">
        There is nothing at this address. It may have been moved, or the link has a typing error.
      </p>
      <Button asChild className="mt-2">
        <Link to="/">Back to the start</Link>
      </Button>
    </div>
  );
}
