import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { maxLinksPerRequest, type SentLink } from '#contract/registration-links.ts';
import { Form, LongTextField, byRules, restartForm, SubmitButton } from '#web/components/forms/form.tsx';
import { longDate } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { read } from '#web/lib/server/query.ts';
import { useAdminCall } from './admin.data.ts';

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

export function InviteFarms() {
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
