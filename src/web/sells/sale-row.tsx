import { ChevronDown, Images } from 'lucide-react';
import { memo } from 'react';
import type { Animal } from '#contract/animals.ts';
import { kindWord } from '#domain/records/births.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { currencySign } from '#domain/values/money.ts';
import { today } from '#web/lib/text/today.ts';
import { shortDate } from '#web/lib/text/format.ts';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Withheld } from '#web/herd/animal/animal-badges.tsx';
import { TagLink } from '#web/herd/animal/animal-link.tsx';
import { EarTag } from '#web/components/ear-tag.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { lacksPrice, offerText, type SaleCells, storedCells, validateSale } from './sale-edits.ts';
import type { RowError } from './use-sale-edits.ts';

interface SaleRowProps {
  readonly animal: Animal;
  readonly withheld: string;
  readonly edited: SaleCells | undefined;
  readonly error: RowError | undefined;
  /** Where the row is too narrow for its cells, only an open one shows them. */
  readonly isOpen: boolean;
  readonly onToggle: (animal: Animal) => void;
  readonly onEdit: (animal: Animal, change: Partial<SaleCells>) => void;
  readonly onTakeTheirs: (id: string) => void;
  readonly onShowListing: (animal: Animal) => void;
}

// Table elements cannot be stacked as cards on a phone, so these are elements with table roles (see sales-table.tsx).
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

export const rowGrid =
  '@min-[58rem]:grid @min-[58rem]:grid-cols-[8rem_minmax(6.5rem,1fr)_3.5rem_6.5rem_4rem_8rem_minmax(12rem,2fr)] @min-[58rem]:gap-x-3';

const label = 'text-sm font-semibold @min-[58rem]:sr-only';

export const SaleRow = memo(function SaleRow({
  animal,
  withheld,
  edited,
  error,
  isOpen,
  onToggle,
  onEdit,
  onTakeTheirs,
  onShowListing,
}: SaleRowProps) {
  const cells = edited ?? storedCells(animal);
  const { forSale, description } = cells;
  const name = fullName(animal);
  const note = error?.why ?? (lacksPrice(cells) ? 'Not on the marketplace until it has a price.' : undefined);
  const idOf = (part: string) => `${part}-${animal.id}`;
  const noteId = idOf('note');
  const described = note === undefined ? {} : { 'aria-describedby': noteId };
  return (
    <div
      className={cn(
        rowGrid,
        'flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 @min-[58rem]:items-start @min-[58rem]:py-2',
        isOpen ? 'pb-3' : '@max-[58rem]:[&>[role=cell]]:hidden',
        error === undefined
          ? edited && 'bg-accent shadow-[inset_5px_0_0_var(--color-primary)]'
          : 'bg-destructive-soft shadow-[inset_5px_0_0_var(--color-destructive)]',
      )}
    >
      <Summary animal={animal} cells={cells} isOpen={isOpen} onToggle={onToggle} />
      <div role="cell" title={animal.tagNumber} className="flex min-h-11 max-w-full min-w-0 items-center @max-[58rem]:hidden">
        <TagLink animal={animal} />
        {edited && <span className="sr-only">Edited</span>}
      </div>
      <div role="cell" className="flex min-h-11 max-w-full min-w-0 items-center font-semibold @max-[58rem]:hidden">
        <span dir="auto" className="line-clamp-2 min-w-0 break-words">
          {animal.name}
        </span>
      </div>
      <div role="cell" className="@max-[58rem]:text-muted-foreground @min-[58rem]:pt-2.5">
        {kindWord(animal, today())}
      </div>
      <div role="cell" className="@max-[58rem]:text-muted-foreground @min-[58rem]:pt-2.5">
        {birthText(animal)}
      </div>
      <div role="presentation" className="basis-full @min-[58rem]:hidden" />
      <div role="cell" className="flex self-start pt-6 @min-[58rem]:justify-center @min-[58rem]:self-auto @min-[58rem]:pt-2.5">
        <div className="flex min-h-11 items-center gap-2.5 @min-[58rem]:min-h-0">
          <Checkbox
            id={idOf('for-sale')}
            data-column="forSale"
            aria-label={`For Sale ${name}`}
            checked={forSale}
            onCheckedChange={(checked) => onEdit(animal, { forSale: checked === true })}
          />
          <label htmlFor={idOf('for-sale')} className={cn(label, 'py-2.5')}>
            For Sale
          </label>
        </div>
      </div>
      <PriceCell {...{ animal, name, cells, error, described, onEdit }} />
      <div role="cell" className="min-w-0 basis-full self-start @md:flex-1 @md:basis-0">
        <div className="flex flex-col gap-1">
          <label htmlFor={idOf('description')} className={label}>
            Description
          </label>
          <Textarea
            id={idOf('description')}
            data-column="description"
            aria-label={`Description of ${name}`}
            rows={1}
            enterKeyHint="next"
            value={description}
            onChange={({ target }) => onEdit(animal, { description: target.value })}
            room="row"
          />
        </div>
        <p className="pt-1 empty:hidden">
          <Withheld>{withheld}</Withheld>
        </p>
        <RowNotes
          animal={animal}
          note={note}
          noteId={noteId}
          error={error}
          onTakeTheirs={onTakeTheirs}
          onShowListing={onShowListing}
        />
      </div>
    </div>
  );
});

interface SummaryProps extends Pick<SaleRowProps, 'animal' | 'isOpen' | 'onToggle'> {
  readonly cells: SaleCells;
}

/** What a narrow row shows until it is opened. */
const Summary = ({ animal, cells, isOpen, onToggle }: SummaryProps) => (
  <div role="rowheader" className="min-w-0 basis-full @min-[58rem]:hidden">
    <button
      type="button"
      aria-expanded={isOpen}
      className="flex min-h-16 w-full cursor-pointer items-center gap-3 text-start"
      onClick={() => onToggle(animal)}
    >
      <span className="max-w-1/2 min-w-0">
        <EarTag>{animal.tagNumber}</EarTag>
      </span>
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 leading-tight font-semibold break-words">
        {animal.name}
      </span>
      <span className={cn('w-min min-w-14 shrink-0 text-end text-sm leading-tight font-medium', !cells.forSale && 'sr-only')}>
        {offerText(cells)}
      </span>
      <ChevronDown aria-hidden className={cn('size-5 shrink-0', isOpen && 'rotate-180')} />
    </button>
  </div>
);

interface PriceCellProps extends Pick<SaleRowProps, 'animal' | 'error' | 'onEdit'> {
  readonly name: string;
  readonly cells: SaleCells;
  readonly described: { readonly 'aria-describedby'?: string };
}

function PriceCell({ animal, name, cells, error, described, onEdit }: PriceCellProps) {
  const id = `price-${animal.id}`;
  return (
    <div role="cell" className="min-w-32 flex-1 self-start @md:max-w-36 @min-[58rem]:max-w-none">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className={label}>
          Price
        </label>
        <span className="relative">
          <span aria-hidden className="absolute top-2.5 start-3 text-muted-foreground">
            {currencySign()}
          </span>
          <Input
            ref={readCommaAsPoint}
            id={id}
            data-column="price"
            aria-label={`Price of ${name}`}
            aria-invalid={(error !== undefined && validateSale(cells) !== undefined) || undefined}
            {...described}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            value={cells.price ?? ''}
            // The mouse wheel should scroll the page, not change the price.
            onWheel={(event) => event.currentTarget.blur()}
            onChange={({ target }) => onEdit(animal, { price: target.validity.badInput ? null : target.value })}
            className="appearance-[textfield] pe-2 ps-7 [&::-webkit-inner-spin-button]:appearance-none"
          />
        </span>
      </div>
    </div>
  );
}

interface RowNotesProps extends Pick<SaleRowProps, 'animal' | 'error' | 'onTakeTheirs' | 'onShowListing'> {
  readonly note: string | undefined;
  readonly noteId: string;
}

const RowNotes = ({ animal, note, noteId, error, onTakeTheirs, onShowListing }: RowNotesProps) => (
  <>
    {note !== undefined && (
      <p
        id={noteId}
        className={cn(
          'pt-1 text-sm wrap-anywhere',
          error === undefined ? 'text-muted-foreground' : 'font-medium text-destructive',
        )}
      >
        {note}
      </p>
    )}
    {animal.forSale && (
      <Button
        variant="link"
        size="bare"
        aria-label={`Photos and more of ${fullName(animal)}`}
        onClick={() => onShowListing(animal)}
      >
        <Images aria-hidden />
        Photos and more
      </Button>
    )}
    {error?.isStale && (
      <Button variant="link" size="bare" onClick={() => onTakeTheirs(animal.id)}>
        Use theirs
      </Button>
    )}
  </>
);

export const birthText = ({ birthDate, birthYear }: Animal): string =>
  birthDate === null ? (birthYear === null ? '–' : String(birthYear)) : shortDate(birthDate);

/**
 * Browsers with a decimal point drop a typed comma silently, which would turn 1,5 into 15. React's beforeinput event lacks the
 * data.
 */
function readCommaAsPoint(field: HTMLInputElement): () => void {
  field.addEventListener('beforeinput', typePoint);
  return () => field.removeEventListener('beforeinput', typePoint);
}

function typePoint(event: InputEvent): void {
  if (event.data !== ',' || (1.1).toLocaleString(navigator.language).includes(',')) return;
  event.preventDefault();
  // Scripts cannot read or set the caret of a number field; execCommand is the only way to insert at it.
  document.execCommand('insertText', false, '.');
}
