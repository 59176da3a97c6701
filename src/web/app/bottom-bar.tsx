import { Link } from '@tanstack/react-router';
import { ClipboardCheck, LayoutDashboard, Menu, Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { useSidebar } from '#web/components/page/sidebar.tsx';
import { useOnlySpecies } from '#web/herd/use-only-species.ts';
import { useRights } from '#web/lib/session/session.ts';
import { Goat, Sheep } from '#web/ui/icons.tsx';
import { useMenuEntry } from './screen.ts';

/** The menu entries with a place of their own in the bar. */
const inBar: ReadonlySet<string | undefined> = new Set(['/', '/animals', '/work']);

const RecordSheet = lazilyPreloaded(async () => (await import('./record-sheet.tsx')).RecordSheet);

/** The screens that a day in the barn needs, within the thumb's reach on a phone. More opens the sidebar with the whole menu. */
export function BottomBar() {
  const { isPhone, setSheetOpen } = useSidebar();
  const [isRecording, setRecording] = useState<boolean>();
  const current = useMenuEntry();
  const mayRecord = useRights().has('record');
  const keepsGoats = useOnlySpecies() === 'goat';
  if (!isPhone) return null;
  const itemOf = (path: string) =>
    ({
      className: item,
      activeOptions: { exact: true, includeSearch: false },
      'aria-current': path === current ? 'page' : undefined,
    }) as const;
  return (
    <>
      <nav
        data-bar
        style={{ height: 'var(--bar)' }}
        aria-label="Shortcuts"
        className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t bg-card pb-[env(safe-area-inset-bottom)] in-[:has([data-panel])]:hidden short:portrait:hidden print:hidden"
      >
        <Link to="/" {...itemOf('/')}>
          <LayoutDashboard aria-hidden />
          Dashboard
        </Link>
        <Link to="/animals" {...itemOf('/animals')}>
          {keepsGoats ? <Goat aria-hidden /> : <Sheep aria-hidden />}
          Animals
        </Link>
        {mayRecord && (
          <button type="button" aria-label="Record" aria-haspopup="dialog" onClick={() => setRecording(true)} className={item}>
            <span className="grid aspect-square w-12 max-w-full place-items-center rounded-xl bg-primary text-primary-foreground">
              <Plus aria-hidden />
            </span>
          </button>
        )}
        <Link to="/work" {...itemOf('/work')}>
          <ClipboardCheck aria-hidden />
          Work
        </Link>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={inBar.has(current) ? undefined : 'page'}
          onClick={() => setSheetOpen(true)}
          className={item}
        >
          <Menu aria-hidden />
          More
        </button>
      </nav>
      <LoadedLater>
        {isRecording !== undefined && <RecordSheet isOpen={isRecording} onClose={() => setRecording(false)} />}
      </LoadedLater>
    </>
  );
}

const item =
  'flex cursor-pointer flex-col items-center short:min-[36rem]:flex-row short:gap-1.5 justify-center text-[min(var(--text-xs),3.9vw)] font-medium text-muted-foreground focus-visible:-outline-offset-4 aria-[current=page]:text-primary aria-[current=page]:font-semibold aria-[current=page]:shadow-[inset_0_3px_0_-1px_var(--color-primary)]';
