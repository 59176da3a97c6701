import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type PlanType, planLabels } from '#domain/accounts/plans.ts';
import { cn } from '#web/ui/cn.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { PriceTag } from './coupon.ts';
import { freeTrial, planDescriptions } from './plan-descriptions.ts';

interface PlanCardProps {
  planType: PlanType;
  price: PriceTag;
  animals: string;
  current: 'running' | 'expired' | undefined;
  isBusy: boolean;
  isLocked: boolean;
  onChoose: () => void;
  hasTrial?: boolean;
  note?: string | undefined;
  unavailableReason?: string | undefined;
  instead?: ReactNode;
}

export function PlanCard(props: PlanCardProps) {
  const {
    planType,
    price,
    animals,
    current,
    isBusy,
    isLocked,
    onChoose,
    hasTrial = false,
    note,
    unavailableReason,
    instead,
  } = props;
  const titleId = useId();
  const isPopular = planType === 'basic';
  return (
    <article
      aria-labelledby={titleId}
      className={cn(
        'relative flex flex-col rounded-2xl border bg-card p-6 shadow-card',
        isPopular && 'border-primary ring-1 ring-primary',
      )}
    >
      {isPopular && (
        <Badge variant="default" className="absolute -top-3.5 start-5">
          Most Popular
        </Badge>
      )}
      {current && (
        <Badge variant={current === 'running' ? 'good' : 'destructive'} isEdged className="absolute -top-3.5 end-5">
          {current === 'running' ? 'Your plan' : 'Your plan, expired'}
        </Badge>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <h2 id={titleId} className="title text-2xl">
          {planLabels[planType]}
        </h2>
        {hasTrial && <Badge variant="outline">{freeTrial}</Badge>}
      </div>
      <p className="text-muted-foreground">{planDescriptions[planType].subtitle}</p>
      <Price {...price} />
      <ul className="mt-5 mb-6 flex flex-col gap-2.5">
        {planDescriptions[planType].features(animals, hasTrial).map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden strokeWidth={2.5} className="mt-0.5 size-5 shrink-0 text-primary" />
            <span className="min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-2 [&>*]:w-full">
        {instead ?? (
          <Button
            variant={isPopular ? 'default' : 'outline'}
            busy={isBusy}
            disabled={isLocked || unavailableReason !== undefined}
            onClick={onChoose}
          >
            Choose {planLabels[planType]}
          </Button>
        )}
        {note !== undefined && <p className="text-center text-sm text-muted-foreground">{note}</p>}
        {unavailableReason !== undefined && <p className="text-center text-sm text-muted-foreground">{unavailableReason}</p>}
      </div>
    </article>
  );
}

function Price({ price, before, per }: PriceTag) {
  return (
    <p className="mt-4 flex min-h-17 flex-col justify-end">
      {before && (
        <s className="text-lg text-muted-foreground">
          <span className="sr-only">before the coupon </span>
          {before}
        </s>
      )}
      <span>
        <span className="title text-4xl">{price}</span>
        {per && <span className="text-muted-foreground">/{per}</span>}
      </span>
    </p>
  );
}
