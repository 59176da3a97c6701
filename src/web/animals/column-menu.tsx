import { Columns3 } from 'lucide-react';
import { useRef } from 'react';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { columns, type OwnColumn } from './columns.tsx';

interface MenuProps {
  readonly shown: ReadonlySet<OwnColumn>;
  readonly onChange: (column: OwnColumn, isShown: boolean) => void;
}

export function ColumnMenu({ shown, onChange }: MenuProps) {
  const menu = useRef<HTMLFieldSetElement>(null);
  return (
    <>
      <button
        type="button"
        aria-label="Columns"
        title="Columns"
        popoverTarget="herd-columns"
        className="grid size-8 cursor-pointer place-items-center rounded-lg hover:bg-border"
        onClick={({ currentTarget }) => {
          if (menu.current) menu.current.style.top = `${currentTarget.getBoundingClientRect().bottom + 4}px`;
        }}
      >
        <Columns3 aria-hidden className="size-4" />
      </button>
      <fieldset
        ref={menu}
        id="herd-columns"
        popover="auto"
        aria-label="Columns"
        style={{ inset: 'auto 2rem auto auto' }}
        className="fixed m-0 rounded-lg border bg-popover px-4 py-1 text-popover-foreground shadow-float"
      >
        {(Object.keys(columns) as OwnColumn[]).map((column) => (
          <CheckboxLine
            key={column}
            isTight
            checked={shown.has(column)}
            onCheckedChange={(isShown) => onChange(column, isShown === true)}
          >
            {columns[column].label}
          </CheckboxLine>
        ))}
      </fieldset>
    </>
  );
}
