import type { ReactNode } from 'react';

/** Within the thumb's reach on a phone, in the place of the bottom bar; on a wider screen it follows what is above it. */
export const BottomPanel = ({ children }: { children: ReactNode }) => (
  <div
    data-panel
    className="fixed inset-x-0 bottom-0 z-20 border-t bg-background pb-[env(safe-area-inset-bottom)] sm:sticky sm:max-w-xl sm:border-t-0 print:hidden"
  >
    {children}
  </div>
);
