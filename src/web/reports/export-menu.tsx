import { useState } from 'react';
import { Download, FileJson, FileSpreadsheet, FileText } from 'lucide-react';
import { exportSheets, exportSheetTitles } from '#contract/reports.ts';
import { type DateRange, validateRange } from '#domain/reports.ts';
import { Button } from '#web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';
import { shortDate } from '#web/lib/format.ts';
import { exportAddress } from './export-address.ts';

/** Which dates the files have. */
function rangeText({ from, to }: DateRange): string {
  if (from === undefined && to === undefined) return 'All dates. Start and end date limit it.';
  const days = [from && `from ${shortDate(from)}`, to && `to ${shortDate(to)}`].filter(Boolean).join(' ');
  return `Records ${days}${to === undefined ? '' : ', and the animals on the farm by then'}.`;
}

/** Plain links, so that the browser shows the progress and streams the download to disk. */
export function ExportMenu({ range }: { range: DateRange }) {
  const [hasSheets, setSheets] = useState(false);
  return (
    <DropdownMenu modal={false} onOpenChange={() => setSheets(false)}>
      <DropdownMenuTrigger asChild>
        <Button disabled={validateRange(range) !== undefined}>
          <Download aria-hidden />
          Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto">
        <p className="max-w-64 px-3 py-2 text-sm text-muted-foreground">{rangeText(range)}</p>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <a href={exportAddress(range, 'xlsx')} download>
            <FileSpreadsheet aria-hidden />
            Spreadsheet (.xlsx)
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={exportAddress(range, 'json')} download>
            <FileJson aria-hidden />
            For societies: ICAR ADE (.json)
          </a>
        </DropdownMenuItem>
        {hasSheets ? (
          <>
            <DropdownMenuSeparator />
            {exportSheets.map((sheet) => (
              <DropdownMenuItem key={sheet} asChild>
                <a href={exportAddress(range, sheet)} download>
                  {exportSheetTitles[sheet]} (.csv)
                </a>
              </DropdownMenuItem>
            ))}
          </>
        ) : (
          <DropdownMenuItem
            onSelect={(event) => {
              event.preventDefault();
              setSheets(true);
            }}
          >
            <FileText aria-hidden />
            One sheet of it (.csv)
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
