import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { type DateRange, validateRange } from '#domain/reports.ts';
import { Button } from '#web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';
import { exportAddress, exportSheets, sheetLabels } from './export-address.ts';

/** Plain links, so that the browser shows the progress and streams the download to disk. */
export function ExportMenu({ range }: { range: DateRange }) {
  return (
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger asChild>
        <Button disabled={validateRange(range) !== undefined}>
          <Download aria-hidden />
          Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem asChild>
          <a href={exportAddress(range)} download>
            <FileSpreadsheet aria-hidden />
            Spreadsheet (.xlsx)
          </a>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        {exportSheets.map((sheet) => (
          <DropdownMenuItem key={sheet} asChild>
            <a href={exportAddress(range, sheet)} download>
              <FileText aria-hidden />
              {sheetLabels[sheet]} (.csv)
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
