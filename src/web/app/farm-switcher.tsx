import { roleWords } from '#domain/accounts/role-words.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronsUpDown } from 'lucide-react';
import { entriesText } from '#web/lib/text/format.ts';
import { localCopy } from '#web/lib/server/local-copy.ts';
import { read } from '#web/lib/server/query.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { openAnew } from '#web/lib/session/stored-farm.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';

const farmsQuery = read('listFarms', {});

/** For people who belong to several farms. Unsent entries stay in the database of their farm until that farm is opened again. */
export function FarmSwitcher({ farmName }: { farmName: string }) {
  const farms = useQuery(farmsQuery);
  const waiting = localCopy()?.waiting ?? 0;
  const open = useCall('openFarm', {
    onSuccess: openAnew,
    onError: (error) => toastFailure(error, 'Switching needs a connection'),
  });
  return (
    <div className="border-b border-sidebar-border p-1.5">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="sidebar" className="w-full justify-between" aria-label={`Farm: ${farmName}. Switch to another`}>
            <span dir="auto" className="min-w-0 flex-1 truncate text-start">
              {farmName}
            </span>
            <ChevronsUpDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="max-w-72">
          {farms.data?.map(({ id, name, role, isOpen }) => (
            <DropdownMenuItem key={id} disabled={isOpen || open.isPending} onSelect={() => open.mutate({ params: { id } })}>
              <span className="flex min-w-0 flex-1 flex-col py-1">
                <span dir="auto" className="truncate font-semibold">
                  {name ?? 'A farm without a name'}
                </span>
                <span className="text-sm text-muted-foreground">{roleWords[role].label}</span>
              </span>
              {isOpen && <Check aria-hidden />}
            </DropdownMenuItem>
          ))}
          {waiting > 0 && (
            <p className="border-t px-3 py-2 text-sm text-muted-foreground">
              {entriesText(waiting)} of this farm {waiting === 1 ? 'is' : 'are'} waiting on this device and will be sent when you
              switch back to it.
            </p>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
