import { Link } from '@tanstack/react-router';
import { Ellipsis, MoveRight, Pill, Syringe, Weight, X } from 'lucide-react';
import { mayRecord } from '#domain/members.ts';
import { works } from '#domain/records/works.ts';
import { BottomPanel } from '#web/components/bottom-panel.tsx';
import { count } from '#web/lib/format.ts';
import { useFarmRole } from '#web/lib/session.ts';
import { useBackCloses } from '#web/ui/use-back-closes.ts';

interface BarsProps {
  /** Those that are chosen and on the farm. */
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

/** While animals are chosen on a phone: how many, over the header, and what is done with them, in the place of the bottom bar. */
export function ChosenBars({ animalIds, shown, onAll, onClose }: BarsProps) {
  const role = useFarmRole();
  useBackCloses(true, false, onClose);
  // Back from the work leads to the list, and not to the choosing.
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
        <button type="button" aria-label="Choose none" onClick={onClose} className="grid size-11 place-items-center rounded-lg">
          <X aria-hidden />
        </button>
        <output className="title min-w-0 flex-1 truncate text-lg">
          {animalIds.length === 0 ? 'Choose animals' : `${count(animalIds.length)} chosen`}
        </output>
        <button type="button" onClick={onAll} className="h-11 rounded-lg px-3 underline underline-offset-4">
          All {count(shown)}
        </button>
      </div>
      <BottomPanel>
        <nav aria-label="With the chosen" className="grid auto-cols-fr grid-flow-col">
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

const verb =
  'flex h-15 flex-col items-center justify-center text-xs font-medium focus-visible:-outline-offset-4 aria-disabled:opacity-55';
