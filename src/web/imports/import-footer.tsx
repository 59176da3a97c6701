import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';

interface FooterProps {
  readonly hint?: string | undefined;
  readonly back?: { readonly label: string; readonly go: () => void };
  readonly children: ReactNode;
}

export const ImportFooter = ({ hint, back, children }: FooterProps) => (
  <footer className="sticky bottom-(--bar) z-20 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-background px-4 pt-3 sm:mx-0 sm:px-0 print:hidden">
    <output className="w-full text-sm text-muted-foreground empty:hidden sm:order-2 sm:ms-auto sm:w-auto">{hint}</output>
    {back && (
      <Button variant="ghost" className="max-sm:px-3 sm:order-1" onClick={back.go}>
        <ArrowLeft aria-hidden />
        <span className="max-sm:sr-only">{back.label}</span>
      </Button>
    )}
    <div className="flex grow sm:order-3 sm:ms-auto sm:grow-0 max-sm:[&>*]:grow">{children}</div>
  </footer>
);
