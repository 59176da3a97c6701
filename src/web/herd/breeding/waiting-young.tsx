import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { UpgradeButton } from '#web/components/upgrade-button.tsx';
import { count } from '#web/lib/text/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { eventsQuery } from '../data/events.queries.ts';
import { usePlanUsage } from '../plan-limit.tsx';

/** The number of young that wait for room in the plan; they wait only while it is full. */
function useWaitingYoung(): number {
  const isFull = usePlanUsage()?.level === 'full';
  const { data: births = [] } = useQuery({ ...eventsQuery({ kinds: ['birth'] }), enabled: isFull });
  return isFull ? births.flatMap(({ young }) => young.filter(({ waits }) => waits)).length : 0;
}

interface WaitingYoungProps {
  /** null beside the plan's banner, which has the button. */
  readonly action?: ReactNode;
  readonly className?: string;
}

export function WaitingYoung({ action = <UpgradeButton />, className }: WaitingYoungProps) {
  const waiting = useWaitingYoung();
  if (waiting === 0) return null;
  return (
    <Alert
      icon={<Hourglass />}
      title={`${count(waiting)} young ${waiting === 1 ? 'waits' : 'wait'} for room in your plan`}
      action={action}
      className={className}
    >
      Their births are recorded. They join the herd by themselves when the plan has room.
    </Alert>
  );
}
