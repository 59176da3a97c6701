import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { plural } from '#domain/values/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminCoupon } from '#contract/admin.ts';
import { longDate } from '#web/lib/text/format.ts';
import { DangerDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PriceTag } from '#web/ui/drawings/price-tag.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { FormBesideList, FormCard } from '#web/components/forms/form-beside-list.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { couponsQuery, replaced, useAdminCall } from './admin.data.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { byRules, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { unreadableDay } from '#web/lib/forms/unreadable-day.ts';
import { toast } from '#web/lib/use-toast.ts';
import { upperCase } from '#web/ui/upper-case.ts';

export function CouponsTab() {
  return <FormBesideList form={<CouponForm />} list={<Coupons />} />;
}

function Coupons() {
  const coupons = useQuery(couponsQuery);
  const [open, setOpen] = useState<{ coupon: AdminCoupon; isOpen: boolean }>();
  if (coupons.isPending) return <Skeleton shape="card" className="h-64" />;
  if (coupons.isError) {
    return <QueryFailed what="The coupons" query={coupons} />;
  }
  return (
    <Card aria-label="Coupons" className="overflow-hidden">
      {coupons.data.length === 0 ? (
        <EmptyState drawing={<PriceTag />} title="No coupons yet">
          A coupon takes part or all of the price off a plan.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {coupons.data.map((coupon) => (
            <li key={coupon.id}>
              <CouponLine coupon={coupon} onDelete={() => setOpen({ coupon, isOpen: true })} />
            </li>
          ))}
        </ul>
      )}
      {open && <DeleteCouponDialog {...open} onClose={() => setOpen({ ...open, isOpen: false })} />}
    </Card>
  );
}

function CouponLine({ coupon, onDelete }: { coupon: AdminCoupon; onDelete: () => void }) {
  const { id, code, discountPercent, validUntil, isActive, redemptions } = coupon;
  const toggle = useAdminCall('switchCoupon', {
    done: 'Coupon updated',
    failed: 'Failed to update coupon',
    store: (client, changed) => client.setQueryData(couponsQuery.queryKey, (coupons) => replaced(coupons, changed)),
  });
  const switchId = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span dir="auto" className="font-semibold wrap-anywhere">
            {code}
          </span>
          <Badge variant="outline">{discountPercent}% off</Badge>
          {!isActive && <Badge>Inactive</Badge>}
          {isOver(validUntil) && <Badge variant="destructive">Expired</Badge>}
        </p>
        <p className="text-sm text-muted-foreground">
          {validUntil === null ? 'No expiry' : `Until ${longDate(validUntil)}`} · {redeemed(redemptions)}
        </p>
      </div>
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <span className="flex items-center gap-3">
          <label htmlFor={switchId} className="py-2.5 text-sm font-medium">
            Active
          </label>
          <Switch
            id={switchId}
            aria-label={`Coupon ${code} active`}
            checked={isActive}
            disabled={toggle.isPending}
            onCheckedChange={(checked) => toggle.mutate({ params: { id }, body: { isActive: checked } })}
          />
        </span>
        <Button variant="ghost" size="icon" aria-label={`Delete coupon ${code}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  );
}

/** A coupon is valid until the end of its last day in UTC. */
const isOver = (validUntil: string | null): boolean => validUntil !== null && validUntil < new Date().toISOString().slice(0, 10);

const redeemed = (times: number): string => (times === 0 ? 'not used yet' : `used by ${plural(times, 'farm')}`);

interface DeleteCouponDialogProps extends OpenProps {
  readonly coupon: AdminCoupon;
}

function DeleteCouponDialog({ coupon, isOpen, onClose }: DeleteCouponDialogProps) {
  const { mutate: remove, isPending } = useAdminCall('deleteCoupon', {
    done: 'Coupon deleted',
    failed: 'Failed to delete coupon',
  });
  return (
    <DangerDialog
      isOpen={isOpen}
      isBusy={isPending}
      onClose={onClose}
      title={`Delete the coupon ${coupon.code}?`}
      description="Nobody can use it any more, and its count of uses is lost. Plans it has paid for stay. To keep it for later, switch it off instead."
      act="Delete"
      acting="Deleting..."
      onAct={() => remove({ params: { id: coupon.id } }, { onSuccess: onClose })}
    />
  );
}

const empty = { code: '', percent: '', validUntil: '' };

/** Violations are shown in a toast, as specified. */
const validate = ({ code, percent, validUntil }: typeof empty) => ({
  ...(code.trim() === '' && { code: '' }),
  ...(!(Number(percent) > 0) && { percent: '' }),
  ...(validUntil === unreadableDay && { validUntil: '' }),
});

function CouponForm() {
  const { mutateAsync: add } = useAdminCall('addCoupon', { done: 'Coupon created', failed: 'Failed to create coupon' });
  const record = useRecordForm<never, typeof empty, typeof empty, AdminCoupon>({
    failure: 'Failed to create coupon',
    valuesOf: () => empty,
    resolver: byRules(validate),
    draft: { form: 'coupon' },
    send: ({ code, percent, validUntil }, { id }) =>
      add({
        body: {
          id,
          code: code.trim().toUpperCase(),
          discountPercent: Number(percent),
          validUntil: validUntil === '' ? null : validUntil,
        },
      }),
    onSaved: () => {
      record.restart();
    },
  });
  const { form, submit } = record;
  const { control } = form;

  return (
    <FormCard
      title="New coupon"
      form={form}
      onSubmit={submit}
      onInvalid={() => toast({ title: 'Error', description: 'Please enter valid coupon details', variant: 'destructive' })}
      footer={<SubmitButton busyLabel="Adding...">Create Coupon</SubmitButton>}
      className="flex flex-col gap-5"
    >
      <RecordNotices record={record} />
      <TextField
        control={control}
        name="code"
        label="Coupon code"
        correct={upperCase}
        maxLength={64}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField
        control={control}
        name="percent"
        label="Discount percent"
        hint="A whole number from 1 to 100. 100 gives the plan away."
        inputMode="numeric"
      />
      <FormDayField
        control={control}
        name="validUntil"
        label="Valid until"
        optional
        hint="The whole day counts, in UTC. Leave it empty for no expiry."
      />
    </FormCard>
  );
}
