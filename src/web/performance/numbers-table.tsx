import { ChartTable } from '#web/components/charts/chart-table.tsx';

interface NumbersTableProps {
  /** Of the first column, which names the rows, and of their numbers. */
  readonly headings: readonly string[];
  readonly rows: () => readonly Row[];
  /** The column whose numbers are bold, counted from the names. */
  readonly boldColumn?: number;
}

interface Row {
  readonly key: string;
  readonly name: string;
  readonly cells: readonly string[];
}

/** The numbers behind a chart of the season. */
export const NumbersTable = ({ headings, rows, boldColumn }: NumbersTableProps) => (
  <ChartTable>
    {() => (
      // It can be scrolled with the keyboard, too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className="overflow-x-auto" tabIndex={0}>
        <table className="w-full text-end">
          <thead className="text-sm text-muted-foreground">
            <tr className="[&>*]:ps-3 [&>th]:py-1.5 [&>th]:font-semibold">
              {headings.map((heading) => (
                <th key={heading} scope="col" className="first:text-start">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows().map(({ key, name, cells }) => (
              <tr key={key} className="border-t [&>*]:py-1.5 [&>*]:ps-3">
                <th scope="row" className="text-start font-medium">
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={headings[index + 1]} className={index + 1 === boldColumn ? 'font-semibold' : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </ChartTable>
);
