import { useState } from 'react';
import { Download, FileJson, FileSpreadsheet, FileText } from 'lucide-react';
import { exportSheets, exportSheetTitles, type ExportSheet } from '#contract/reports.ts';
import { type DateRange, validateRange } from '#domain/reports.ts';
import { DownloadLink } from '#web/components/download-link.tsx';
import { Button } from '#web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';
import { shortDate } from '#web/lib/text/format.ts';
import { urlOf } from '#web/lib/server/api.ts';

/** Which dates the files have. */
function rangeText({ from, to }: DateRange): string {
  if (from === undefined && to === undefined) return 'All dates. Start and end date limit it.';
  const days = [from && `from ${shortDate(from)}`, to && `to ${shortDate(to)}`].filter(Boolean).join(' ');
  return `Records ${days}${to === undefined ? '' : ', and the animals on the farm by then'}.`;
}

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
          <DownloadLink href={exportAddress(range, 'xlsx')}>
            <FileSpreadsheet aria-hidden />
            Spreadsheet (.xlsx)
          </DownloadLink>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <DownloadLink href={exportAddress(range, 'json')}>
            <FileJson aria-hidden />
            For societies: ICAR ADE (.json)
          </DownloadLink>
        </DropdownMenuItem>
        {hasSheets ? (
          <>
            <DropdownMenuSeparator />
            {exportSheets.map((sheet) => (
              <DropdownMenuItem key={sheet} asChild>
                <DownloadLink href={exportAddress(range, sheet)}>{exportSheetTitles[sheet]} (.csv)</DownloadLink>
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

const exportAddress = ({ from, to }: DateRange, format: 'xlsx' | 'json' | ExportSheet): string =>
  urlOf('exportRecords', {
    query: format === 'xlsx' || format === 'json' ? { format, from, to } : { format: 'csv', sheet: format, from, to },
  });
