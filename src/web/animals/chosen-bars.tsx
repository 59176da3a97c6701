import { Link } from '@tanstack/react-router';
import { Ellipsis, MoveRight, Pill, Syringe, Weight, X } from 'lucide-react';
import { mayRecord } from '#domain/accounts/members.ts';
import { works } from '#domain/records/works.ts';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { count } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { useFarmRole } from '#web/lib/session/session.ts';
import { useBackCloses } from '#web/ui/use-back-closes.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

interface BarsProps {
  /** The selected animals that are still on the farm. */
  readonly animalIds: readonly string[];
  readonly shown: number;
  readonly onAll: () => void;
  readonly onClose: () => void;
}

const verbs = [
  ['weigh', Weight],
  ['vaccinate', Syringe],
  ['treat', Pill],
  ['move', MoveRight],
] as const;

/** Shown while animals are selected on a phone: their number over the header, and the actions in place of the bottom bar. */
export function ChosenBars({ animalIds, shown, onAll, onClose }: BarsProps) {
  const role = useFarmRole();
  useBackCloses(true, false, onClose);
  // Back from the work leads to the plain list, no longer in selection mode.
  const work = {
    to: '/work/new',
    state: { animalIds },
    replace: true,
    disabled: animalIds.length === 0,
    className: verb,
  } as const;
  return (
    <>
      <div className="fixed inset-x-0 top-0 z-40 flex h-14 items-center gap-2 bg-foreground px-2 text-background md:sticky md:top-14 md:z-20 print:hidden">
        <button
          type="button"
          aria-label="Clear selection"
          onClick={onClose}
          className="grid size-11 place-items-center rounded-lg"
        >
          <X aria-hidden />
        </button>
        <output dir="auto" className="title min-w-0 flex-1 truncate text-lg">
          {animalIds.length === 0 ? 'Select animals' : `${count(animalIds.length)} selected`}
        </output>
        <button type="button" onClick={onAll} className="h-11 rounded-lg px-3 underline underline-offset-4">
          All {count(shown)}
        </button>
      </div>
      <BottomPanel>
        <nav aria-label="With the selected animals" className="grid auto-cols-fr grid-flow-col">
          {verbs.map(
            ([name, Icon]) =>
              mayRecord(role, works[name].event) && (
                <Link key={name} search={{ do: name }} {...work}>
                  <Icon aria-hidden />
                  {works[name].label}
                </Link>
              ),
          )}
          <Link {...work}>
            <Ellipsis aria-hidden />
            More
          </Link>
        </nav>
      </BottomPanel>
    </>
  );
}

/** At the foot of the table while animals are selected in it. */
export function ChosenLine({ animalIds, onClose }: Pick<BarsProps, 'animalIds' | 'onClose'>) {
  const role = useFarmRole();
  const work = { to: '/work/new', state: { animalIds }, disabled: animalIds.length === 0 } as const;
  return (
    <nav
      aria-label="With the selected animals"
      className="sticky bottom-4 z-20 mx-auto mt-4 flex min-h-14 w-fit max-w-full flex-wrap items-center gap-1 rounded-xl border bg-popover px-2 py-1.5 shadow-float print:hidden"
    >
      <output className="px-3 font-semibold">{count(animalIds.length)} selected</output>
      {verbs.map(
        ([name, Icon]) =>
          mayRecord(role, works[name].event) && (
            <LinkButton key={name} search={{ do: name }} {...work} variant="ghost" size="small">
              <Icon aria-hidden />
              {works[name].label}
            </LinkButton>
          ),
      )}
      <LinkButton {...work} variant="ghost" size="small">
        <Ellipsis aria-hidden />
        More
      </LinkButton>
      <Button variant="ghost" size="small" onClick={onClose}>
        <X aria-hidden />
        Clear selection
      </Button>
    </nav>
  );
}

const verb =
  'flex h-15 flex-col items-center justify-center text-xs font-medium focus-visible:-outline-offset-4 aria-disabled:opacity-55';
