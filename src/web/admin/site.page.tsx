import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { SiteChange, type Site } from '#contract/site.ts';
import { FormCard } from '#web/components/forms/form-beside-list.tsx';
import { bySchema, LongTextField, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { siteQuery } from '#web/lib/server/site.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useChangeSite } from './admin.data.ts';
import { InviteFarms } from './invite-farms.tsx';

export function SitePage() {
  return (
    <>
      <PageHeader
        title="Site"
        subtitle="Who may register, who answers questions, and what the plans include"
        back={{ to: '/admin', label: 'Admin Dashboard' }}
      />
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
            onCheckedChange={(isOpen) => mutate({ body: { registration: isOpen ? 'open' : 'links' } })}
          />
        </div>
      </CardContent>
    </Card>
  );
}

const Shown = SiteChange.pick({
  supportAddress: true,
  prioritySupport: true,
  dedicatedSupport: true,
  advancedAnalytics: true,
  termsUrl: true,
  privacyUrl: true,
});

function Words({ site }: { readonly site: Site }) {
  const { mutateAsync: change } = useChangeSite();
  const form = useForm({
    resolver: bySchema(Shown.required()),
    defaultValues: {
      supportAddress: site.supportAddress ?? '',
      prioritySupport: site.prioritySupport ?? '',
      dedicatedSupport: site.dedicatedSupport ?? '',
      advancedAnalytics: site.advancedAnalytics ?? '',
      termsUrl: site.termsUrl ?? '',
      privacyUrl: site.privacyUrl ?? '',
    },
  });
  const { control } = form;
  return (
    <FormCard
      title="In your own words"
      form={form}
      onSubmit={(body) => change({ body })}
      footer={<SubmitButton busyLabel="Saving...">Save</SubmitButton>}
      className="flex flex-col gap-5"
    >
      <TextField
        control={control}
        name="supportAddress"
        label="Support address"
        hint="An email address. It is shown with the plans, on the profile and beside errors."
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <LongTextField
        control={control}
        name="prioritySupport"
        label="Priority support"
        hint="What farms on Premium and Enterprise can count on, such as an answer within two days. Shown below the plans."
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
        hint="What it means on Premium and Enterprise."
        rows={2}
        maxLength={500}
      />
      <TextField
        control={control}
        name="termsUrl"
        label="Terms"
        hint="The address of your terms of use. Shown below the plans, before anybody pays."
        type="url"
        inputMode="url"
        autoComplete="off"
      />
      <TextField
        control={control}
        name="privacyUrl"
        label="Privacy"
        hint="The address of your privacy policy."
        type="url"
        inputMode="url"
        autoComplete="off"
      />
    </FormCard>
  );
}
