import { type LinkProps, type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { HeartPulse, Plus, VenusAndMars } from 'lucide-react';
import type { ReactNode } from 'react';
import { mayRecord } from '#domain/accounts/members.ts';
import { works } from '#domain/records/works.ts';
import { Dialog, DialogBody, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { newAnimalForm } from '#web/herd/requested-forms.ts';
import { EventIcon } from '#web/journal/event-icon.tsx';
import { requestForm } from '#web/lib/forms/open-form.ts';
import { useFarmRole, useRights } from '#web/lib/session/session.ts';
import { Youngling } from '#web/ui/youngling-icon.tsx';

interface Entry {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isAllowed: boolean;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
  readonly form?: string;
}

const begun = ['weigh', 'treat', 'vaccinate', 'move'] as const;

/** The most frequent records, as far as the role allows them. */
export function RecordSheet({ isOpen, onClose }: OpenProps) {
  const role = useFarmRole();
  const navigate = useNavigate();
  const mayKeep = useRights().has('keep');
  const entries: readonly Entry[] = [
    { label: 'Births', icon: <Youngling aria-hidden />, isAllowed: mayRecord(role, 'birth'), link: { to: '/births' } },
    ...begun.map((work): Entry => ({
      label: works[work].label,
      icon: <EventIcon kind={works[work].event} />,
      isAllowed: mayRecord(role, works[work].event),
      link: { to: '/work/new', search: { do: work } },
    })),
    { label: 'Checkup', icon: <HeartPulse aria-hidden />, isAllowed: mayRecord(role, 'checkup'), link: { to: '/health' } },
    { label: 'Mating', icon: <VenusAndMars aria-hidden />, isAllowed: mayKeep, link: { to: '/breeding' } },
    { label: 'New animal', icon: <Plus aria-hidden />, isAllowed: mayKeep, link: { to: '/animals' }, form: newAnimalForm },
  ];
  const open = async ({ link, form }: Entry) => {
    // The page replaces this sheet in the history.
    await navigate({ ...link, replace: true } as NavigateOptions);
    onClose();
    if (form !== undefined) requestForm(form);
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Record">
      <DialogBody>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2 pb-2">
          {entries
            .filter(({ isAllowed }) => isAllowed)
            .map((entry) => (
              <li key={entry.label}>
                <button
                  type="button"
                  onClick={() => void open(entry)}
                  className="flex min-h-16 w-full cursor-pointer items-center gap-3 rounded-xl border bg-card px-4 py-2 text-start leading-tight font-medium hover:bg-secondary"
                >
                  {entry.icon}
                  {entry.label}
                </button>
              </li>
            ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
