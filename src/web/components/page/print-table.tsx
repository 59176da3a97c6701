import type { ReactNode } from 'react';

export function PrintTable({ columns, children }: { columns: readonly string[]; children: ReactNode }) {
  return (
    <table className="w-full border-collapse text-start [&_td]:border-b [&_td]:py-1 [&_td]:pe-3 [&_td]:align-top [&_th]:border-b-2 [&_th]:py-1 [&_th]:pe-3">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
