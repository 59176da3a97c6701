import { planLabels, unlimitedAnimals, usagePercent } from '#domain/plans.ts';
import { type PlanUsage, UpgradeButton } from '#web/herd/plan-limit.tsx';
import { count } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';

const tones = { ok: 'default', near: 'near', full: 'full' } as const;

export function PlanBanner({ usage: { active, limit, plan, level } }: { usage: PlanUsage }) {
  const percent = usagePercent(active, limit);
  const isUnlimited = limit >= unlimitedAnimals;
  return (
    <Card layout="row" className="items-center gap-x-4 py-2 pe-2 ps-4 sm:gap-x-6 sm:ps-5">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap justify-between gap-x-4 leading-tight">
          <span className="font-semibold">{planLabels[plan]} plan</span>
          <span className="text-muted-foreground max-sm:text-sm">
            {isUnlimited ? `${count(active)} animals, unlimited` : `${count(active)} of ${count(limit)} animals (${percent}%)`}
          </span>
        </p>
        {!isUnlimited && <Progress value={percent} tone={tones[level]} label="Plan usage" />}
      </div>
      <UpgradeButton />
    </Card>
  );
}
