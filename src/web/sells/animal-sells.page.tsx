import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { kindWord } from '#domain/records/births.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { filterHerd } from '#web/herd/list/filter-herd.ts';
import { noFilter } from '#web/herd/list/herd-filter.ts';
import { listingForms } from '#web/herd/requested-forms.ts';
import { useCurrentUser, useRights } from '#web/lib/session/session.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { useRequestedForm } from '#web/lib/forms/open-form.ts';
import { useDebouncedSearch } from '#web/lib/use-debounced-filter.ts';
import { count, dollars } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { smallFilterChip } from '#web/ui/filter-chip.ts';
import { PriceTag } from '#web/ui/drawings/price-tag.tsx';
import { DraftNotice } from '#web/components/forms/draft-notice.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { NoEnquiries } from '#web/components/unconfirmed-email.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SalesTable } from './sales-table.tsx';
import { SharingQuestion, useMayBeAsked } from './sharing-question.tsx';
import { useSaleEdits } from './use-sale-edits.ts';
import { plural } from '#domain/values/plural.ts';
import { today } from '#web/lib/text/today.ts';
import { useWithheld } from '#web/herd/care/withheld.ts';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { TagNumber } from '#web/components/tag-number.tsx';
import { birthText } from './sale-row.tsx';

const ListingDialog = lazily(async () => (await import('./listing-dialog.tsx')).ListingDialog);

export function AnimalSellsPage() {
  const animals = useQuery(animalsQuery);
  const mayOffer = useRights().has('manage');
  const { data: user } = useCurrentUser();
  const mayBeAsked = useMayBeAsked(mayOffer ? user?.farmId : undefined);
  const isLoading = animals.isPending || mayBeAsked;
  return (
    <>
      <PageHeader title="Animal Sells" subtitle="Manage sales information for multiple animals" />
      {isLoading && <SalesSkeleton />}
      {animals.isError && <QueryFailed what="The animals" query={animals} />}
      {!isLoading && animals.data && <Sales animals={animals.data.filter(({ status }) => status === 'active').toSorted(byTag)} />}
    </>
  );
}

function Sales({ animals }: { animals: readonly Animal[] }) {
  const address = useSearch({ from: '/shell/animal-sells' });
  const navigate = useNavigate({ from: '/animal-sells' });
  const [search, typeSearch] = useDebouncedSearch(address.search ?? '', (typed) =>
    navigate({ search: typed === '' ? {} : { search: typed }, replace: true, state: true, resetScroll: false }),
  );
  const { edits, edited, errors, isSaving, edit, revert, takeTheirs, discard, save, isDraftRestored, dialog } =
    useSaleEdits(animals);
  const [goTo, setGoTo] = useState<{ id: string }>();
  const [listed, setListed] = useState<Animal>();
  useRequestedForm(listingForms, (form) => setListed(animals.find(({ id }) => form === listingForms + id)));
  const table = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const mayOffer = useRights().has('manage');
  const [isOfferedOnly, setOfferedOnly] = useState(false);
  const offered = animals.filter(({ forSale }) => forSale);
  const shown = filterHerd(isOfferedOnly ? offered : animals, { ...noFilter, search });

  const showFirstError = () => {
    const [id] = errors.keys();
    if (id === undefined) return;
    if (!shown.some((animal) => animal.id === id)) {
      typeSearch('');
      setOfferedOnly(false);
    }
    setGoTo({ id });
  };

  const saveAll = async () => {
    // The bar with the pressed button is removed and its focus would be lost.
    if (await save()) table.current?.focus({ preventScroll: true });
  };

  if (animals.length === 0) {
    return (
      <EmptyState
        drawing={<PriceTag />}
        title="No active animals found. Add animals first to manage sales."
        action={
          <LinkButton to="/animals">
            <Plus aria-hidden />
            Add animals
          </LinkButton>
        }
      />
    );
  }
  return (
    <div className="@container">
      <div className="mb-4 flex flex-col gap-4 lg:flex-row lg:items-start print:hidden">
        <SearchInput
          aria-label="Search animals"
          placeholder="Search by tag number, name, or breed..."
          value={search}
          onChange={typeSearch}
          className="shrink-0 lg:w-96"
        />
        <WhatBuyersSee isOffering={offered.length > 0} />
      </div>
      <NoEnquiries isOffering={offered.length > 0} className="mb-4 print:hidden" />
      {offered.length > 0 && (
        <fieldset aria-label="Which animals" className="mb-4 flex gap-2 print:hidden">
          {(
            [
              [false, 'All', animals.length],
              [true, 'For sale', offered.length],
            ] as const
          ).map(([only, label, size]) => (
            <button
              key={label}
              type="button"
              aria-pressed={only === isOfferedOnly}
              className={smallFilterChip(only === isOfferedOnly)}
              onClick={() => setOfferedOnly(only)}
            >
              {label} <span className="font-normal">{count(size)}</span>
            </button>
          ))}
        </fieldset>
      )}
      {isDraftRestored && edited.length > 0 && <DraftNotice onDiscard={discard} />}
      {isPrinting ? (
        <SalesPrint animals={shown} />
      ) : (
        <fieldset disabled={!mayOffer} className="contents">
          <SalesTable
            ref={table}
            animals={shown}
            edits={edits}
            errors={errors}
            onEdit={edit}
            onRevert={revert}
            onTakeTheirs={takeTheirs}
            onShowListing={setListed}
            goTo={goTo}
          />
        </fieldset>
      )}
      {shown.length === 0 && (
        <p className="px-5 py-10 text-center text-muted-foreground">
          {search === '' ? 'No animal is for sale any more.' : `No active animal matches “${search}”.`}
        </p>
      )}
      {edited.length > 0 && (
        <SaveBar
          edited={edited.length}
          failedRows={errors.size}
          isSaving={isSaving}
          onSave={() => void saveAll()}
          onShow={showFirstError}
        />
      )}
      {dialog}
      {listed && (
        <Suspense>
          <ListingDialog animal={listed} onClose={() => setListed(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function WhatBuyersSee({ isOffering }: { readonly isOffering: boolean }) {
  const { data: user } = useCurrentUser();
  if (!useRights().has('manage')) return <p>Only the owner or a manager of the farm can offer animals for sale.</p>;
  const notice = (
    <p className="flex gap-2.5 text-sm text-muted-foreground">
      <Megaphone aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>
        For Sale is public, with your farm’s name and, unless you hide it,{' '}
        {user && <span className="font-semibold text-foreground [overflow-wrap:anywhere]">{user.email}</span>}.{' '}
        <Link to="/settings/$topic" params={{ topic: 'marketplace' }} className="font-medium underline underline-offset-4">
          Choose what buyers see
        </Link>
      </span>
    </p>
  );
  if (!user || !isOffering) return notice;
  return (
    <SharingQuestion key={user.farmId} farmId={user.farmId}>
      {notice}
    </SharingQuestion>
  );
}

function SalesSkeleton() {
  return (
    <div className="@container">
      <output className="sr-only">Loading animals...</output>
      <Skeleton className="mb-4 h-11 lg:w-96" />
      <div className="rounded-xl border bg-card">
        {[0, 1, 2, 3, 4, 5, 6].map((line) => (
          <div key={line} className="flex min-h-16 items-center gap-3 border-b px-4">
            <Skeleton className="h-8 w-28" />
            <Skeleton className="h-8 grow" />
            <Skeleton className="h-8 w-24 @min-[58rem]:w-96" />
          </div>
        ))}
      </div>
    </div>
  );
}

interface SaveBarProps {
  readonly edited: number;
  readonly failedRows: number;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onShow: () => void;
}

function SaveBar({ edited, failedRows, isSaving, onSave, onShow }: SaveBarProps) {
  return (
    <div className="sticky bottom-(--bar) z-20 -mx-4 mt-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t bg-popover px-4 py-3 shadow-float sm:mx-0 sm:rounded-t-xl sm:border-x print:hidden">
      <output className="me-auto">
        {failedRows > 0 && !isSaving ? (
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-semibold text-destructive">{plural(failedRows, 'row')} could not be saved</span>
            <Button ref={focusInPlace} variant="link" size="bare" className="px-1" onClick={onShow}>
              Show why
            </Button>
          </span>
        ) : (
          <span className="text-muted-foreground max-sm:sr-only">{plural(edited, 'animal')} changed</span>
        )}
      </output>
      <Button className="max-sm:w-full" busy={isSaving} onClick={onSave}>
        {isSaving ? 'Saving...' : `Save Changes (${edited})`}
      </Button>
    </div>
  );
}

// The pressed button loses the focus when it is disabled.
const focusInPlace = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

function SalesPrint({ animals }: { animals: readonly Animal[] }) {
  const withheldOf = useWithheld();
  return (
    <PrintTable columns={['Tag Number', 'Name', 'Sex', 'Birth Date', 'For Sale', 'Price', 'Description']}>
      {animals.map((animal) => (
        <tr key={animal.id}>
          <td className="tag">
            <TagNumber>{animal.tagNumber}</TagNumber>
          </td>
          <td>{animal.name}</td>
          <td>{kindWord(animal, today())}</td>
          <td>{birthText(animal)}</td>
          <td>
            {animal.forSale ? 'Yes' : 'No'}
            <div className="empty:hidden">{withheldOf(animal.id)}</div>
          </td>
          <td>{animal.salePrice !== null && dollars(animal.salePrice)}</td>
          <td>{animal.saleDescription}</td>
        </tr>
      ))}
    </PrintTable>
  );
}
