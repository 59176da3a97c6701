import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';

/** Back on the left, the way on under the thumb. It stays in view however long the page is. */
export function ImportFooter({ onBack, backLabel, children }: { onBack?: () => void; backLabel?: string; children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-background/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:flex-row-reverse sm:justify-start sm:px-0 print:hidden max-sm:[&>button:first-child]:w-full">
      {children}
      {onBack && (
        <Button variant="ghost" className="sm:mr-auto" onClick={onBack}>
          <ArrowLeft aria-hidden />
          {backLabel}
        </Button>
      )}
    </footer>
  );
}
