import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { SiteChange, type Site } from '#contract/site.ts';
import { fieldNames } from '#domain/records/fields.ts';
import { FormCard } from '#web/components/forms/form-beside-list.tsx';
import { bySchema, LongTextField, SubmitButton, TextField, Form, byRules, restartForm } from '#web/components/forms/form.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { siteQuery } from '#web/lib/server/site.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useChangeSite, useAdminCall } from './admin.data.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { maxLinksPerRequest, type SentLink } from '#contract/registration-links.ts';
import { longDate } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { read } from '#web/lib/server/query.ts';

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
}).required();

function Words({ site }: { readonly site: Site }) {
  const { mutateAsync: change } = useChangeSite();
  const stored = Object.fromEntries(fieldNames(Shown.shape).map((name) => [name, site[name] ?? '']));
  const form = useForm({ resolver: bySchema(Shown), defaultValues: stored as z.input<typeof Shown> });
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
      {promises.map(([name, label, hint]) => (
        <LongTextField key={name} {...{ control, name, label, hint }} rows={2} maxLength={500} />
      ))}
      {pages.map(([name, label, hint]) => (
        <TextField key={name} {...{ control, name, label, hint }} type="url" inputMode="url" autoComplete="off" />
      ))}
    </FormCard>
  );
}

const promises = [
  [
    'prioritySupport',
    'Priority support',
    'What farms on Premium and Enterprise can count on, such as an answer within two days. Shown below the plans.',
  ],
  ['dedicatedSupport', 'Dedicated support', 'What farms on Enterprise can count on.'],
  ['advancedAnalytics', 'Advanced analytics', 'What it means on Premium and Enterprise.'],
] as const;

const pages = [
  ['termsUrl', 'Terms', 'The address of your terms of use. Shown below the plans, before anybody pays.'],
  ['privacyUrl', 'Privacy', 'The address of your privacy policy.'],
] as const;

const linksQuery = { ...read('listRegistrationLinks', {}), staleTime: 0 };

const outcomeTexts: Readonly<Record<SentLink['outcome'], string>> = {
  sent: 'Link sent',
  registered: 'Has an account already',
  invalid: 'Not an email address',
  tooMany: 'Too many emails today. Try again tomorrow.',
};

const listOf = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((address) => address !== '');

const validate = ({ addresses }: { readonly addresses: string }) => {
  const { length } = listOf(addresses);
  if (length === 0) return { addresses: 'Enter at least one email address' };
  return length > maxLinksPerRequest ? { addresses: `Enter at most ${maxLinksPerRequest} addresses at once` } : {};
};

function InviteFarms() {
  const form = useForm({ resolver: byRules(validate), defaultValues: { addresses: '' } });
  const { mutateAsync: send } = useAdminCall('sendRegistrationLinks', { done: 'Done', failed: 'Could not send the links' });
  const [results, setResults] = useState<readonly SentLink[]>([]);
  const submit = async ({ addresses }: { readonly addresses: string }) => {
    setResults(await send({ body: { addresses: [...listOf(addresses)] } }));
    restartForm(form, { addresses: '' });
  };
  return (
    <Card aria-label="Invite farms">
      <CardHeader title="Invite farms" />
      <CardContent className="flex flex-col gap-5">
        <Form form={form} onSubmit={submit} className="flex flex-col items-start gap-4">
          <LongTextField
            control={form.control}
            name="addresses"
            label="Email addresses"
            hint="One per line, or separated by commas. Each gets a link that works once, for 14 days, even while registration is closed."
            rows={4}
            spellCheck={false}
            className="w-full"
          />
          <SubmitButton busyLabel="Sending...">Send links</SubmitButton>
        </Form>
        {results.length > 0 && (
          <output className="block">
            <ul aria-label="Result for each address" className="divide-y rounded-lg border">
              {results.map(({ address, outcome }) => (
                <li key={address} className="flex flex-wrap justify-between gap-x-4 px-3.5 py-2">
                  <span dir="auto" className="font-medium wrap-anywhere">
                    {address}
                  </span>
                  <span className={outcome === 'sent' ? 'text-muted-foreground' : 'text-destructive'}>
                    {outcomeTexts[outcome]}
                  </span>
                </li>
              ))}
            </ul>
          </output>
        )}
        <Waiting />
      </CardContent>
    </Card>
  );
}

function Waiting() {
  const { data: links = [] } = useQuery(linksQuery);
  const { mutate: remove, isPending } = useAdminCall('deleteRegistrationLink', {
    done: 'The link no longer works',
    failed: 'Could not cancel the link',
  });
  if (links.length === 0) return null;
  return (
    <section aria-label="Links not used yet">
      <h3 className="font-semibold">Not used yet</h3>
      <ul className="divide-y">
        {links.map(({ id, email, expiresAt }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-1">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {email} <span className="text-sm text-muted-foreground">until {longDate(expiresAt.slice(0, 10))}</span>
            </span>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Cancel the link for ${email}`}
              disabled={isPending}
              onClick={() => remove({ params: { id } })}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
