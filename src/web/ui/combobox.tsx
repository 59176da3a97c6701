import { Check, ChevronsUpDown, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { groupThousands } from '#domain/values/money.ts';
import { cn } from './cn.ts';
import { Field, type FieldControl, type FieldProps } from './field.tsx';
import { Button } from './button.tsx';
import { controlClassName } from './input.tsx';
import { type ListboxOption, ListboxSearch, useListbox } from './listbox.tsx';

interface ComboboxProps extends Partial<FieldControl> {
  options: readonly ListboxOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder: string;
  searchPlaceholder: string;
  emptyText: string;
  disabled?: boolean;
  clearLabel?: string;
  /** Below the list. */
  note?: ReactNode;
  /** What can be done with what was typed, below the list. Enter does it where nothing is found. */
  offer?: (typed: string) => Offer | undefined;
  ref?: Ref<HTMLButtonElement>;
}

interface Offer {
  readonly icon: ReactNode;
  readonly text: string;
  readonly onPick: () => void;
  /** It moves the focus elsewhere, which must not have it returned to the field. */
  readonly movesFocus?: boolean;
}

const maxRows = 50;
const rowsInView = 8;

export function Combobox({
  options,
  value,
  onChange,
  placeholder,
  emptyText,
  clearLabel,
  disabled,
  note,
  offer,
  searchPlaceholder,
  ...control
}: ComboboxProps) {
  const valueId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [initialSearch, setInitialSearch] = useState('');
  const chosen = value === null ? undefined : options.find((option) => option.value === value);
  const setOpen = (next: boolean, typed = '') => {
    setInitialSearch(typed);
    setIsOpen(next);
  };
  const choose = (next: string | null) => {
    onChange(next);
    setOpen(false);
  };
  const isFocusMoved = useRef(false);
  const take = ({ onPick, movesFocus = false }: Offer) => {
    isFocusMoved.current = movesFocus;
    onPick();
    setOpen(false);
  };
  const openTyping = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setOpen(true, event.key);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => setOpen(next)} modal>
      <div className="relative">
        <Popover.Trigger
          disabled={disabled}
          onKeyDown={openTyping}
          className={cn(
            controlClassName,
            'flex h-11 w-full cursor-pointer items-center gap-2.5 text-start',
            clearLabel && chosen ? 'pe-12' : '',
          )}
          {...control}
          // Screen readers use the label as the name and would not read the chosen value.
          aria-describedby={[valueId, control['aria-describedby']].filter(Boolean).join(' ')}
        >
          {chosen?.icon}
          <span dir="auto" id={valueId} className={cn('flex-1 truncate', !chosen && 'text-muted-foreground')}>
            {chosen?.label ?? placeholder}
          </span>
          {!(clearLabel && chosen) && <ChevronsUpDown aria-hidden className="size-5 shrink-0 text-muted-foreground" />}
        </Popover.Trigger>
        {clearLabel && chosen && !disabled && (
          <button
            type="button"
            aria-label={clearLabel}
            onClick={() => onChange(null)}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
          >
            <X aria-hidden className="size-5" />
          </button>
        )}
      </div>
      <Popover.Portal>
        <div className="page-cover pointer-events-auto fixed inset-0 z-50 print:hidden" />
      </Popover.Portal>
      <Popover.Portal>
        <Popover.Content
          aria-label={searchPlaceholder}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            if (initialSearch === '') return;
            // Autofocus would select the first letter, and the next key would replace it.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('input')?.focus();
          }}
          onCloseAutoFocus={(event) => {
            if (isFocusMoved.current) event.preventDefault();
            isFocusMoved.current = false;
          }}
          className="enter-fade z-50 flex max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) min-w-64 flex-col overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float"
        >
          <SearchableList
            initialSearch={initialSearch}
            options={options}
            value={value}
            choose={choose}
            take={take}
            searchPlaceholder={searchPlaceholder}
            emptyText={emptyText}
            note={note}
            offer={offer}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface LabelledProps extends ComboboxProps, Pick<FieldProps, 'label' | 'hint' | 'error'> {
  fieldClassName?: string;
}

export const LabelledCombobox = ({ label, hint, error, fieldClassName, ...combobox }: LabelledProps) => (
  <Field label={label} hint={hint} error={error} className={fieldClassName}>
    {(control) => <Combobox {...control} {...combobox} />}
  </Field>
);

interface ListProps extends Pick<ComboboxProps, 'options' | 'value' | 'searchPlaceholder' | 'emptyText'> {
  initialSearch: string;
  choose: (value: string | null) => void;
  take: (offered: Offer) => void;
  note: ReactNode;
  offer: ComboboxProps['offer'];
}

function SearchableList({ initialSearch, options, value, choose, take, searchPlaceholder, emptyText, note, offer }: ListProps) {
  const offerFor = (text: string) => offer?.(text.trim());
  const { typed, found, shown, activeIndex, setActive, search, list, option } = useListbox({
    options,
    initialSearch,
    limit: maxRows,
    pageSize: rowsInView,
    onPick: choose,
    onNothing: (text) => {
      const only = offerFor(text);
      if (only) take(only);
    },
  });
  const offered = offerFor(typed);
  return (
    <>
      <ListboxSearch {...search} aria-label={searchPlaceholder} placeholder={searchPlaceholder} />
      <div {...list} aria-label={searchPlaceholder} className="max-h-72 min-h-0 overflow-y-auto overscroll-contain p-1">
        {shown.map((row, index) => (
          // The focus stays in the search field; the keyboard reaches the rows from there.
          <div
            key={row.value}
            {...option(row, row.value === value)}
            ref={index === activeIndex ? intoView : null}
            onPointerMove={() => setActive(index)}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-3 py-1.5 data-[active]:bg-accent data-[active]:text-accent-foreground"
          >
            {row.icon}
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {row.label}
            </span>
            {row.detail && <span className="shrink-0 text-sm text-muted-foreground">{row.detail}</span>}
            {row.value === value && <Check aria-hidden className="size-4.5 shrink-0 text-primary" />}
          </div>
        ))}
      </div>
      <output
        className={cn('block px-4 py-2 text-sm text-muted-foreground', found.length > 0 && found.length <= maxRows && 'sr-only')}
      >
        {found.length === 0 ? emptyText : statusOf(found.length)}
      </output>
      {(note || offered) && (
        <div className="border-t p-1">
          {note && <p className="px-3 py-2 text-sm text-muted-foreground">{note}</p>}
          {offered && (
            <Button variant="ghost" size="line" onClick={() => take(offered)}>
              {offered.icon}
              <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                {offered.text}
              </span>
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' });

const statusOf = (found: number): string =>
  found > maxRows ? `${maxRows} of ${groupThousands(found)} shown. Type to narrow.` : `${found} found`;
