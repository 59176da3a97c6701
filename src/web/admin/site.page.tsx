import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { SiteChange, type Site } from '#contract/site.ts';
import { FormCard } from '#web/components/form-beside-list.tsx';
import { bySchema, LongTextField, SubmitButton, TextField } from '#web/components/form.tsx';
import { QueryFailed } from '#web/components/load-failed.tsx';
import { NeedsServer } from '#web/components/needs-server.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { siteQuery } from '#web/lib/site.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { textLink } from '#web/ui/text-link.ts';
import { useChangeSite } from './admin.data.ts';
import { InviteFarms } from './invite-farms.tsx';

export function SitePage() {
  return (
    <>
      <Link to="/admin" className={cn('mb-2', textLink)}>
        <ArrowLeft aria-hidden className="size-4" />
        Admin Dashboard
      </Link>
      <PageHeader title="Site" subtitle="Who may register, who answers questions, and what the plans include" />
      <NeedsServer what="What you typed stays here. You can save it">
        <Settings />
      </NeedsServer>
    </>
  );
}

function Settings() {
  const site = useQuery({ ...siteQuery, staleTime: 0 });
  if (site.isError) {
    return <QueryFailed what="This" query={site} />;
  }
  if (!site.data) return <Skeleton shape="card" className="h-96 max-w-3xl" />;
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Registration site={site.data} />
      <InviteFarms />
      <Words site={site.data} />
    </div>
  );
}

function Registration({ site: { registration } }: { readonly site: Site }) {
  const { mutate, isPending } = useChangeSite();
  return (
    <Card>
      <CardHeader title="Registration" />
      <CardContent>
        <div className="flex min-h-11 items-center justify-between gap-4">
          <span>
            <span className="block font-medium">Anyone may register</span>
            <span className="text-muted-foreground">Otherwise people need a registration link or an invitation to a farm.</span>
          </span>
          <Switch
            aria-label="Anyone may register"
            checked={registration === 'open'}
            disabled={isPending}
            onCheckedChange={(isOpen) => mutate({ registration: isOpen ? 'open' : 'links' })}
          />
        </div>
      </CardContent>
    </Card>
  );
}

const Shown = SiteChange.pick({ supportAddress: true, prioritySupport: true, dedicatedSupport: true, advancedAnalytics: true });

function Words({ site }: { readonly site: Site }) {
  const { mutateAsync: change } = useChangeSite();
  const form = useForm({
    resolver: bySchema(Shown.required()),
    defaultValues: {
      supportAddress: site.supportAddress ?? '',
      prioritySupport: site.prioritySupport ?? '',
      dedicatedSupport: site.dedicatedSupport ?? '',
      advancedAnalytics: site.advancedAnalytics ?? '',
    },
  });
  const { control } = form;
  return (
    <FormCard
      title="In your own words"
      form={form}
      onSubmit={(words) => change(words)}
      footer={<SubmitButton busyLabel="Saving...">Save</SubmitButton>}
      className="flex flex-col gap-5"
    >
      <TextField
        control={control}
        name="supportAddress"
        label="Support address"
        hint="An e-mail address. It is shown with the plans, on the profile and beside errors."
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <LongTextField
        control={control}
        name="prioritySupport"
        label="Priority support"
        hint="What farms on Premium and Enterprise can count on, such as an answer within two days. Shown under the feature."
        rows={2}
        maxLength={500}
      />
      <LongTextField
        control={control}
        name="dedicatedSupport"
        label="Dedicated support"
        hint="What farms on Enterprise can count on."
        rows={2}
        maxLength={500}
      />
      <LongTextField
        control={control}
        name="advancedAnalytics"
        label="Advanced analytics"
        hint="If this is empty, the plans point to Reports."
        rows={2}
        maxLength={500}
      />
    </FormCard>
  );
}
