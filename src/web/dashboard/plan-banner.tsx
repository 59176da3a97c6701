import { planLabels, unlimitedAnimals, usagePercent } from '#domain/plans.ts';
import { type PlanUsage, UpgradeButton } from '#web/herd/plan-limit.tsx';
import { count } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';

const tones = { ok: 'default', near: 'near', full: 'full' } as const;

/** Has no upgrade button, because the plan-limit alert above has one. */
export function PlanBanner({ usage: { active, limit, plan, level } }: { usage: PlanUsage }) {
  if (limit >= unlimitedAnimals) {
    return (
      <Card layout="row" className="flex-wrap items-center gap-2 px-5 py-3">
        <span className="font-semibold">{planLabels[plan]} plan</span>
        <span className="text-muted-foreground">{count(active)} animals, unlimited ∞</span>
      </Card>
    );
  }
  const percent = usagePercent(active, limit);
  return (
    <Card layout="row" className="flex-wrap items-center gap-x-6 gap-y-3 px-5 py-3.5">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-semibold">{planLabels[plan]} plan</span>
          <span className="text-muted-foreground">
            {count(active)} of {count(limit)} animals ({percent}%)
          </span>
        </p>
        <Progress value={percent} tone={tones[level]} label="Plan usage" />
      </div>
      {level === 'ok' && <UpgradeButton />}
    </Card>
  );
}
