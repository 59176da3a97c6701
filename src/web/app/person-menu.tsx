import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { requestForm } from '#web/lib/forms/open-form.ts';
import { switchForm } from '#web/lib/session/use-logout.ts';
import { useSidebar } from '#web/components/page/sidebar.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';

export function PersonMenu({ children }: { readonly children: ReactElement }) {
  const { isSheetOpen, setSheetOpen } = useSidebar();
  const switchPerson = () => {
    setSheetOpen(false);
    requestForm(switchForm);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start">
        <DropdownMenuItem asChild>
          <Link to="/profile" replace={isSheetOpen}>
            Profile
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/settings" replace={isSheetOpen}>
            Settings
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={switchPerson}>Switch person</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
