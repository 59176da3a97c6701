import { useQuery } from '@tanstack/react-query';
import { useId, useEffect, useRef, useState } from 'react';
import type { Api } from '#contract/index.ts';
import type { PricingPlan } from '#contract/plans.ts';
import type { Call } from '#contract/route.ts';
import { currencyName } from '#domain/values/money.ts';
import { planLabels } from '#domain/accounts/plans.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { plansQuery, replaced, useAdminCall } from './admin.data.ts';
import { animalLimitText, parseAnimalLimit, parsePlanPrice, showAnimalLimit, showPlanPrice } from './plan-values.ts';
import { Pencil } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { byRules, Form, FormFields, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { Button } from '#web/ui/button.tsx';

const grid = 'grid gap-4 lg:grid-cols-2 xl:grid-cols-3';

export function PlansTab() {
  const plans = useQuery(plansQuery);
  if (plans.isPending) return <PlansLoading />;
  if (plans.isError) {
    return <QueryFailed what="The plans" query={plans} />;
  }
  return (
    <ul aria-label="Pricing plans" className={grid}>
      {plans.data.map((plan) => (
        <li key={plan.id}>
          <PlanCard plan={plan} />
        </li>
      ))}
    </ul>
  );
}

const priceRule = (): string => `In ${currencyName()} with at most two decimals, or 'unlimited' for a price on request`;

function PlanCard({ plan }: { plan: PricingPlan }) {
  const { id, planType, monthlyPrice, yearlyPrice, animalLimit, isActive } = plan;
  const name = planLabels[planType];
  const { mutateAsync, isPending } = useAdminCall('changePricingPlan', {
    done: 'Pricing plan updated',
    failed: 'Failed to update pricing plan',
    store: (client, changed) => client.setQueryData(plansQuery.queryKey, (plans) => replaced(plans, changed)),
  });
  const switchId = useId();
  const change = (body: Call<Api['changePricingPlan']>['body']): Promise<boolean> =>
    mutateAsync({ params: { id }, body }).then(
      () => true,
      () => false,
    );
  return (
    <Card aria-label={name} className="h-full">
      <CardHeader
        title={name}
        actions={<Badge variant={isActive ? 'good' : 'secondary'}>{isActive ? 'On offer' : 'Not offered'}</Badge>}
      />
      <div className="flex flex-col gap-1 px-5 py-3">
        <ValueEditor
          label="Monthly price"
          of={name}
          shown={showPlanPrice(monthlyPrice)}
          text={monthlyPrice}
          rule={priceRule()}
          busy={isPending}
          parse={parsePlanPrice}
          onSave={(price) => change({ monthlyPrice: price })}
        />
        <ValueEditor
          label="Yearly price"
          of={name}
          shown={showPlanPrice(yearlyPrice)}
          text={yearlyPrice}
          rule={priceRule()}
          busy={isPending}
          parse={parsePlanPrice}
          onSave={(price) => change({ yearlyPrice: price })}
        />
        <ValueEditor
          label="Animal limit"
          of={name}
          shown={showAnimalLimit(animalLimit)}
          spoken={animalLimit === -1 ? 'Unlimited' : undefined}
          text={animalLimitText(animalLimit)}
          rule="A whole number of animals, or 'unlimited'"
          busy={isPending}
          parse={parseAnimalLimit}
          onSave={(limit) => change({ animalLimit: limit })}
        />
      </div>
      <CardFooter className="min-h-16 justify-between">
        <label htmlFor={switchId} className="py-2 font-medium">
          Active
        </label>
        <Switch
          id={switchId}
          aria-label={`${name} active`}
          checked={isActive}
          disabled={isPending}
          onCheckedChange={(checked) => void change({ isActive: checked })}
        />
      </CardFooter>
    </Card>
  );
}

function PlansLoading() {
  return (
    <div>
      <output className="sr-only">Loading plans...</output>
      <div aria-hidden className={grid}>
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} shape="card" className="h-80" />
        ))}
      </div>
    </div>
  );
}

interface ValueEditorProps<T> {
  readonly label: string;
  readonly of: string;
  readonly shown: string;
  readonly spoken?: string | undefined;
  readonly text: string;
  readonly rule: string;
  readonly busy: boolean;
  readonly parse: (typed: string) => T | undefined;
  readonly onSave: (value: T) => Promise<boolean>;
}

function ValueEditor<T>({ label, of, shown, spoken, ...editor }: ValueEditorProps<T>) {
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    // The button is rendered in the next frame.
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (isEditing) return <ValueForm {...editor} label={`${label} of ${of}`} onClose={close} />;
  return (
    <div className="flex min-h-12 items-center justify-between gap-3">
      <span className="text-muted-foreground">{label}</span>
      <span className="flex items-center gap-1">
        <span aria-hidden={spoken === undefined ? undefined : true} className="text-lg font-semibold">
          {shown}
        </span>
        {spoken !== undefined && <span className="sr-only">{spoken}</span>}
        <Button
          ref={opener}
          variant="ghost"
          size="icon"
          aria-label={`Edit ${label.toLowerCase()} of ${of}`}
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden />
        </Button>
      </span>
    </div>
  );
}

type ValueFormProps<T> = Omit<ValueEditorProps<T>, 'of' | 'shown' | 'spoken'> & { readonly onClose: () => void };

function ValueForm<T>({ label, text, rule, busy, parse, onSave, onClose }: ValueFormProps<T>) {
  const form = useForm({
    resolver: byRules(({ value }: { value: string }) => (parse(value) === undefined ? { value: `${rule}.` } : {})),
    defaultValues: { value: text },
  });
  useEffect(() => form.setFocus('value', { shouldSelect: true }), [form]);
  const save = async ({ value }: { value: string }) => {
    const parsed = parse(value);
    if (value === text || (parsed !== undefined && (await onSave(parsed)))) onClose();
  };
  return (
    <Form form={form} onSubmit={save} className="flex flex-col gap-2.5 rounded-lg bg-secondary p-3">
      <FormFields isSaving={busy}>
        <TextField
          control={form.control}
          name="value"
          label={label}
          hint={rule}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </FormFields>
      <div className="flex justify-end gap-2.5 max-sm:[&>*]:grow">
        <Button variant="outline" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton busy={busy} busyLabel="Saving...">
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}
