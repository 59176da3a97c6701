import type { ReactNode } from 'react';

/**
 * On a phone it replaces the bottom bar, within the thumb’s reach. On a wider screen it follows the content above it, and is as wide as that
 * where it is a table.
 */
export const BottomPanel = ({ isWide = false, children }: { readonly isWide?: boolean; readonly children: ReactNode }) => (
  <div
    data-panel
    className={`fixed inset-x-0 bottom-0 z-20 border-t bg-background pb-[env(safe-area-inset-bottom)] sm:sticky print:hidden ${isWide ? '' : 'sm:max-w-xl sm:border-t-0'}`}
  >
    {children}
  </div>
);
