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

/** Plain links: the browser itself shows how a long download gets on, and writes it to the disk as it comes. */
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
