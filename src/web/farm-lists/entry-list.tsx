import { useOpened } from '#web/components/dialogs/use-opened.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Pencil, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRights } from '#web/lib/session/session.ts';
import { ListCard } from '#web/components/page/list-card.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { byName, inUse } from './lists.data.ts';
import { count } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { Stethoscope } from '#web/ui/drawings/stethoscope.tsx';
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx';
import { LoadingLines } from '#web/components/loading/loading-lines.tsx';
import { type Entry, entryForms, type EntryKind } from './entries.ts';
import { useRequestedRecord } from '#web/lib/forms/open-form.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { useEntryCalls } from './farm-lists.data.ts';

interface EntryListProps<E extends Entry> {
  readonly kind: EntryKind;
  readonly title: string;
  readonly query: UseQueryResult<E[]>;
  /** The text of an empty list. */
  readonly emptyText: string;
  readonly children: (entry: E) => ReactNode;
}

const drawings: Readonly<Record<EntryKind, ReactNode>> = {
  place: <Hillside />,
  group: <MotherAndYoung />,
  product: <Stethoscope />,
};

export function EntryList<E extends Entry>({ kind, title, query, emptyText, children }: EntryListProps<E>) {
  const { open, archive, dialog } = useEntryDialogs(kind, query.data);
  const [showsArchived, setShowsArchived] = useState(false);
  const { data, isError } = query;
  const entries = inUse(data ?? []);
  const archived = (data ?? []).filter(({ archivedAt }) => archivedAt !== null).toSorted(byName);
  const mayKeep = useRights().has('keep');
  const add = mayKeep && (
    <Button {...(entries.length > 0 && ({ variant: 'outline', size: 'small' } as const))} onClick={() => open(undefined)}>
      <Plus aria-hidden />
      Add a {kind}
    </Button>
  );
  return (
    <ListCard title={title} {...(data && { summary: count(entries.length) })} filter={entries.length > 0 && add}>
      {isError && !data && <QueryFailed what={title} query={query} />}
      {query.isPending && (
        <LoadingLines className="gap-4 px-4 py-4 sm:px-5" what={title.toLowerCase()} lines={['h-12', 'h-12', 'h-12']} />
      )}
      {data && entries.length === 0 && (
        <EmptyState drawing={drawings[kind]} title={`No ${title.toLowerCase()} yet`} action={add}>
          {add && emptyText}
        </EmptyState>
      )}
      <ul aria-label={title} className="divide-y" hidden={entries.length === 0}>
        {entries.map((entry) => (
          <li
            key={entry.id}
            id={entry.id}
            className="flex scroll-mt-20 items-start gap-2 py-2 pe-2 ps-4 target:bg-accent sm:ps-5"
          >
            <div className="min-w-0 flex-1 py-1.5">{children(entry)}</div>
            {mayKeep && <EntryMenu name={entry.name} onChange={() => open(entry)} onArchive={() => archive(entry, true)} />}
          </li>
        ))}
      </ul>
      {archived.length > 0 && (
        <div className="border-t px-2 py-1.5">
          <Button variant="ghost" aria-expanded={showsArchived} onClick={() => setShowsArchived(!showsArchived)}>
            {showsArchived ? 'Hide archived' : `Show ${count(archived.length)} archived`}
          </Button>
          {showsArchived && (
            <ul aria-label={`Archived ${title.toLowerCase()}`} className="px-2 sm:px-3">
              {archived.map((entry) => (
                <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-3">
                  <span dir="auto" className="min-w-0 wrap-anywhere text-muted-foreground">
                    {entry.name}
                  </span>
                  {mayKeep && (
                    <Button variant="ghost" aria-label={`Bring back ${entry.name}`} onClick={() => archive(entry, false)}>
                      <ArchiveRestore aria-hidden />
                      Bring back
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {dialog}
    </ListCard>
  );
}

interface EntryMenuProps {
  readonly name: string;
  readonly onChange: () => void;
  readonly onArchive: () => void;
}

const EntryMenu = ({ name, onChange, onArchive }: EntryMenuProps) => (
  <MoreMenu label={`More for ${name}`}>
    <DropdownMenuItem onSelect={onChange}>
      <Pencil aria-hidden />
      Change
    </DropdownMenuItem>
    <DropdownMenuItem onSelect={onArchive}>
      <Archive aria-hidden />
      Archive
    </DropdownMenuItem>
  </MoreMenu>
);

const nouns: Readonly<Record<EntryKind, string>> = { place: 'Place', group: 'Group', product: 'Product' };

/** Adding, changing and archiving the entries of one kind. */
function useEntryDialogs(kind: EntryKind, entries: readonly Entry[] | undefined) {
  const { change } = useEntryCalls(kind);
  const { opened, open, close } = useOpened<Entry | undefined>();
  useRequestedRecord(entryForms(kind), entries, open);
  const archive = (entry: Entry, isArchived: boolean): void =>
    void change(entry.id, { isArchived }).then(
      (saved) =>
        toastSaved(saved, {
          title: `${nouns[kind]} ${isArchived ? 'archived' : 'brought back'}`,
          description: saved.name,
          action: { label: 'Undo', onPress: () => archive(saved, !isArchived) },
        }),
      (error: unknown) => toastFailure(error, `Could not change the ${kind}`),
    );
  const dialog = opened && (
    <EntryDialog
      key={opened.number}
      kind={kind}
      entry={opened.of}
      isOpen={opened.isOpen}
      onClose={close}
      onSaved={(saved) =>
        toastSaved(saved, { title: `${nouns[kind]} ${opened.of ? 'changed' : 'added'}`, description: saved.name })
      }
    />
  );
  return { open, archive, dialog };
}
