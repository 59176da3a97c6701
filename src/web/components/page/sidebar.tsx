import { PanelLeft } from 'lucide-react';
import { cloneElement, createContext, type ReactElement, type ReactNode, use, useEffect, useState } from 'react';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { useMedia, usePhone } from '#web/ui/use-media.ts';

const Hints = lazilyPreloaded(async () => (await import('#web/ui/hint.tsx')).Hints);
const Hint = lazilyPreloaded(async () => (await import('#web/ui/hint.tsx')).Hint);
const HasHints = createContext(false);

const cookie = 'sidebar_state';
const sevenDays = 60 * 60 * 24 * 7;

const isPrerendering = typeof document === 'undefined';

/** undefined until it has been toggled: then the width of the window decides, because the open sidebar takes a third of a tablet. */
function readChoice(): boolean | undefined {
  const choice = isPrerendering ? undefined : document.cookie.split('; ').find((each) => each.startsWith(`${cookie}=`));
  return choice === undefined ? undefined : choice !== `${cookie}=false`;
}

interface SidebarState {
  isCollapsed: boolean;
  isPhone: boolean;
  isSheetOpen: boolean;
  setSheetOpen: (isOpen: boolean) => void;
  toggle: () => void;
}

const Context = createContext<SidebarState | null>(null);

export function useSidebar(): SidebarState {
  const state = use(Context);
  if (!state) throw new Error('A part of the sidebar stands outside SidebarProvider.');
  return state;
}

/** The choice is stored in a cookie for seven days; Ctrl or Cmd with B toggles it. */
export function SidebarProvider({ children }: { children: ReactNode }) {
  const isPhone = usePhone();
  const isWide = useMedia('(width >= 64rem)');
  const [choice, setChoice] = useState(readChoice);
  const isExpanded = choice ?? (isPrerendering || isWide);
  const [isOpen, setSheetOpen] = useState(false);
  const isSheetOpen = isPhone && isOpen;

  const toggle = () => {
    if (isPhone) return setSheetOpen(!isSheetOpen);
    setChoice(!isExpanded);
    document.cookie = `${cookie}=${!isExpanded}; path=/; max-age=${sevenDays}; samesite=lax`;
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });

  return (
    <Context value={{ isCollapsed: !isPhone && !isExpanded, isPhone, isSheetOpen, setSheetOpen, toggle }}>{children}</Context>
  );
}

interface SidebarProps {
  header: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

export function Sidebar(props: SidebarProps) {
  const { isPhone, isSheetOpen, setSheetOpen, isCollapsed } = useSidebar();
  const [wasOpen, setWasOpen] = useState(false);
  if (isSheetOpen && !wasOpen) setWasOpen(true);
  if (isPhone) {
    return (
      <Sheet
        open={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        title="Menu"
        className="w-[18rem] bg-sidebar ps-(--notch-start) text-sidebar-foreground"
      >
        {/* The content stays during the closing animation. */}
        {wasOpen && <Column {...props} />}
      </Sheet>
    );
  }
  const column = <Column {...props} />;
  return (
    <aside
      data-collapsed={isCollapsed || undefined}
      className={cn(
        // Hidden by CSS on a phone, because prerendering does not know the width.
        'max-md:hidden short:pointer-coarse:hidden sticky top-0 z-40 h-dvh shrink-0 overflow-hidden bg-sidebar text-sidebar-foreground transition-[width] duration-200 print:hidden',
        isCollapsed ? 'w-[3rem]' : isPrerendering ? 'w-[3rem] lg:w-[16rem]' : 'w-[16rem]',
      )}
    >
      {isCollapsed ? (
        <LoadedLater instead={column} fallback={column}>
          <Hints>
            <HasHints value>{column}</HasHints>
          </Hints>
        </LoadedLater>
      ) : (
        column
      )}
    </aside>
  );
}

function Column({ header, footer, children }: SidebarProps) {
  return (
    <div className="menu-rows flex h-full flex-col short:overflow-y-auto">
      {header}
      <nav
        aria-label="Main menu"
        className="flex min-h-0 flex-1 short:min-h-fit flex-col gap-(--menu-gap) overflow-x-hidden overflow-y-auto py-(--menu-gap) [scrollbar-width:thin]"
      >
        {children}
      </nav>
      {footer && <div className="border-t border-sidebar-border py-1">{footer}</div>}
    </div>
  );
}

export function SidebarTrigger() {
  const { toggle, isCollapsed, isPhone, isSheetOpen } = useSidebar();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Toggle sidebar"
      aria-expanded={isPhone ? isSheetOpen : !isCollapsed}
      onClick={toggle}
    >
      <PanelLeft aria-hidden />
    </Button>
  );
}

export function SidebarGroup({ label, children }: { label: string; children: ReactNode }) {
  const { isCollapsed } = useSidebar();
  return (
    <div>
      <h2 className={cn('px-5 pb-0.5 text-[0.8125rem] font-semibold text-sidebar-muted', isCollapsed && 'sr-only')}>{label}</h2>
      <ul className="flex flex-col">{children}</ul>
    </div>
  );
}

const itemClassName =
  'relative flex h-(--menu-row) w-full cursor-pointer items-center gap-3 rounded-lg font-medium whitespace-nowrap text-sidebar-foreground transition-colors hover:bg-sidebar-accent hover:text-sidebar-accent-foreground focus-visible:-outline-offset-2 focus-visible:outline-sidebar-ring aria-[current=page]:bg-sidebar-accent aria-[current=page]:font-semibold aria-[current=page]:text-sidebar-accent-foreground aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-2.5 aria-[current=page]:before:start-0 aria-[current=page]:before:w-1 aria-[current=page]:before:rounded-full aria-[current=page]:before:bg-current [&_svg]:size-5 [&_svg]:shrink-0';

interface SidebarItemProps {
  label: ReactNode;
  icon: ReactNode;
  /** The icon is only shown where there is no room for the label. */
  isPlain?: boolean;
  /** A link or a button; the item adds its content. */
  children: ReactElement<{ className?: string }>;
  /** Puts something around the finished link or button. */
  wrap?: (item: ReactElement) => ReactNode;
}

export function SidebarItem({ label, icon, isPlain = false, children, wrap = (item) => item }: SidebarItemProps) {
  const { isCollapsed } = useSidebar();
  const hasHints = use(HasHints);
  const item = cloneElement(
    children,
    { className: cn(itemClassName, isCollapsed ? 'px-3' : 'px-3.5') },
    (isCollapsed || !isPlain) && icon,
    <span className={isCollapsed ? 'sr-only' : 'truncate'}>{label}</span>,
  );
  const whole = wrap(item);
  return <li className={isCollapsed ? 'px-0.5' : 'px-1.5'}>{hasHints ? <Hint label={label}>{whole}</Hint> : whole}</li>;
}
