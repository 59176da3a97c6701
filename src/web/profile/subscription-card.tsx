import { Link } from '@tanstack/react-router';
import { Sprout } from 'lucide-react';
import type { CurrentUser } from '#contract/accounts.ts';
import { planLabels, unlimitedAnimals } from '#domain/plans.ts';
import { count } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';

const statusWords: Readonly<Record<string, string>> = { active: 'Active', trial: 'Trial' };

export function SubscriptionCard({ user }: { user: CurrentUser }) {
  const { subscriptionPlan: plan, subscriptionStatus: status, animalLimit } = user;
  const rows = [
    ['Plan', plan ? planLabels[plan] : 'None'],
    ['Status', status ? (statusWords[status] ?? status) : 'Inactive'],
    ['Animals', animalLimit >= unlimitedAnimals ? 'Unlimited ∞' : `Up to ${count(animalLimit)}`],
  ] as const;
  return (
    <Card className="lg:order-last">
      <CardHeader title="Subscription Status" />
      <CardContent className="flex flex-col gap-5">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {rows.map(([term, words]) => (
            <div key={term} className="contents">
              <dt className="text-muted-foreground">{term}</dt>
              <dd className="text-right font-semibold">{words}</dd>
            </div>
          ))}
        </dl>
        <Button asChild variant="straw">
          <Link to="/choose-plan">
            <Sprout aria-hidden />
            Upgrade Plan
          </Link>
        </Button>
      </CardContent>
    </Card>
  );
}
