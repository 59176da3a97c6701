import { plural } from '#domain/values/plural.ts';
import { roleWords } from '#domain/accounts/role-words.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type Invitation, NewInvitation } from '#contract/members.ts';
import { type FarmRole, hasSeveralPeople, invitableRoles, mayManage, needsSeveralPeople } from '#domain/accounts/members.ts';
import { bySchema, Form, FormFields, restartForm, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { UnconfirmedEmail } from '#web/components/unconfirmed-email.tsx';
import { SelectField } from '#web/components/forms/form-select-field.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { useCurrentUser, useIsUnconfirmed } from '#web/lib/session/session.ts';
import { dayOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { read } from '#web/lib/server/query.ts';
import { useSave } from '#web/lib/server/use-call.ts';

const invitationsQuery = read('listInvitations', {});

export function InvitationsCard({ role }: { role: FarmRole }) {
  const invitations = useQuery(invitationsQuery);
  const open = invitations.data?.filter(({ state }) => state !== 'accepted') ?? [];
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Invite" description="The person gets an email with a link that works for seven days." />
      <InviteForm role={role} />
      {open.length > 0 && (
        <ul aria-label="Invitations" className="flex flex-col divide-y border-t">
          {open.map((invitation) => (
            <InvitationLine key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const Choice = NewInvitation.extend({
  email: z.string().trim().pipe(NewInvitation.shape.email),
  time: z.enum(['always', '7', '30']),
});
const empty = { email: '', role: 'worker', time: 'always' } as const;

function InviteForm({ role }: { role: FarmRole }) {
  const { data: user } = useCurrentUser();
  const isUnconfirmed = useIsUnconfirmed();
  const hasPeople = hasSeveralPeople(user?.subscriptionPlan ?? null, user?.subscriptionStatus ?? null);
  const roles = invitableRoles.filter((one) => mayManage(role, one));
  const form = useForm({
    resolver: bySchema(Choice),
    defaultValues: { ...empty, role: hasPeople ? ('worker' as const) : ('vet' as const) } as z.input<typeof Choice>,
  });
  const { control } = form;
  const chosen = useWatch({ control, name: 'role' });
  const invite = useSave('invite', { done: 'Invited', failed: 'Could not save this' });
  const send = async ({ email, role: as, time }: z.output<typeof Choice>) => {
    await invite.mutateAsync({ body: { email, role: as, days: time === 'always' ? null : Number(time) } });
    restartForm(form, { ...empty, role: as });
  };
  const lacksPlan = needsSeveralPeople(chosen) && !hasPeople;
  return (
    <CardContent>
      <Form form={form} onSubmit={send}>
        <FormFields className="grid gap-4 sm:grid-cols-2">
          <TextField
            control={control}
            name="email"
            label="Email address"
            type="email"
            inputMode="email"
            autoCapitalize="none"
            className="sm:col-span-2"
          />
          <SelectField
            control={control}
            name="role"
            label="Role"
            options={roles.map((one) => ({ value: one, label: roleWords[one].label }))}
          />
          <SelectField
            control={control}
            name="time"
            label="For how long"
            options={[
              { value: 'always', label: 'Until I end it' },
              { value: '7', label: 'For seven days' },
              { value: '30', label: 'For thirty days' },
            ]}
          />
          <p className="text-muted-foreground sm:col-span-2">{roleWords[chosen].may}</p>
          <UnconfirmedEmail className="sm:col-span-2" until="you can invite nobody" />
          {lacksPlan && (
            <p className="sm:col-span-2">
              Managers and workers need the Enterprise plan.{' '}
              {role === 'owner' && (
                <Link to="/choose-plan" className="font-semibold text-primary underline underline-offset-4">
                  See the plans
                </Link>
              )}
            </p>
          )}
          <SubmitButton busyLabel="Inviting..." disabled={lacksPlan || isUnconfirmed} className="justify-self-start">
            Invite
          </SubmitButton>
        </FormFields>
      </Form>
    </CardContent>
  );
}

function InvitationLine({ invitation }: { invitation: Invitation }) {
  const revoke = useSave('revokeInvitation', { done: 'Cancelled', failed: 'Could not save this' });
  const again = useSave('invite', { done: 'Sent again', failed: 'Could not save this' });
  const { id, email, role, days, state, createdAt, expiresAt } = invitation;
  const now = today();
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-52">
        <h3 dir="auto" className="font-semibold wrap-anywhere">
          {email}
        </h3>
        <p className="text-muted-foreground">
          {roleWords[role].label}
          {days !== null && `, for ${plural(days, 'day')}`} · sent {dayText(dayOf(createdAt), now)}
        </p>
      </div>
      {state === 'expired' ? (
        <Badge variant="straw">Expired without an answer</Badge>
      ) : (
        <Badge variant="outline">Open until {dayText(dayOf(expiresAt), now)}</Badge>
      )}
      <Button
        variant="outline"
        busy={again.isPending}
        aria-label={`Send again to ${email}`}
        onClick={() => again.mutate({ body: { email, role, days } })}
      >
        Send again
      </Button>
      <Button
        variant="outline"
        busy={revoke.isPending}
        aria-label={`Cancel invitation for ${email}`}
        onClick={() => revoke.mutate({ params: { id } })}
      >
        Cancel invitation
      </Button>
    </li>
  );
}
