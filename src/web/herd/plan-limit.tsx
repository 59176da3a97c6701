import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { effectivePlan, type PlanType, usageLevel, type UsageLevel, usageMessage } from '#domain/accounts/plans.ts';
import { isSampleAnimal } from '#domain/sample/sample-ids.ts';
import { UpgradeButton } from '#web/components/upgrade-button.tsx';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { animalsQuery } from './data/animals.queries.ts';

export interface PlanUsage {
  readonly active: number;
  readonly limit: number;
  readonly plan: PlanType;
  readonly level: UsageLevel;
}

export function usePlanUsage(): PlanUsage | undefined {
  const { data: user } = useCurrentUser();
  const { data: animals } = useQuery(animalsQuery);
  if (!user || !animals) return undefined;
  const active = animals.filter(({ id, status }) => status === 'active' && !isSampleAnimal(user.farmId, id)).length;
  const { plan, limit } = effectivePlan(user.subscriptionPlan, user.subscriptionStatus, user.animalLimit);
  return { active, limit, plan, level: usageLevel(active, limit) };
}

interface PlanLimitAlertProps {
  readonly usage: PlanUsage;
  readonly className?: string;
  readonly children?: ReactNode;
}

export function PlanLimitAlert({ usage, className, children }: PlanLimitAlertProps) {
  const { active, limit, plan, level } = usage;
  if (level === 'ok') return null;
  const isFull = level === 'full';
  return (
    <Alert
      variant={isFull ? 'destructive' : 'default'}
      icon={<TriangleAlert />}
      title={isFull ? 'Animal limit reached' : 'Approaching animal limit'}
      action={<UpgradeButton />}
      className={className}
    >
      {usageMessage(active, limit, plan)}
      {children}
    </Alert>
  );
}
