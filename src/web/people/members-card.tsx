import { roleWords } from '#domain/accounts/role-words.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '#contract/members.ts';
import { type FarmRole, farmRoles, mayManage } from '#domain/accounts/members.ts';
import { DangerDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { localCopy } from '#web/lib/server/local-copy.ts';
import { loadPage } from '#web/lib/server/reachable.ts';
import { useCall, useSave } from '#web/lib/server/use-call.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { removeStoredFarm } from '#web/lib/session/stored-farm.ts';
import { dayOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';
import { showToastOfPageBefore, toastAfterLoad } from '#web/lib/use-toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { membersQuery } from '#web/herd/data/people.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { LabelledSelect } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toastFailure } from '#web/lib/toast-failure.ts';

const failed = 'Could not save this';
const onError = (error: unknown): void => toastFailure(error, failed);

export function MembersCard({ role }: { role: FarmRole }) {
  const members = useQuery(membersQuery);
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="On this farm" />
      {members.isPending && (
        <CardContent>
          <Skeleton className="h-24" />
        </CardContent>
      )}
      {members.isError && (
        <CardContent>
          <QueryFailed what="The people of this farm" query={members} />
        </CardContent>
      )}
      <ul className="mt-2 flex flex-col divide-y">
        {members.data?.map((member) => (
          <MemberLine key={member.userId} member={member} role={role} />
        ))}
      </ul>
    </Card>
  );
}

/** The action that waits for confirmation. */
type Question = 'hand over' | 'remove' | 'leave';

function MemberLine({ member, role }: { member: Member; role: FarmRole }) {
  const [question, setQuestion] = useState<Question>();
  const change = useSave('changeMember', { done: 'Saved', failed });
  const mayChange = !member.isYou && mayManage(role, member.role) && member.role !== 'owner';
  const params = { userId: member.userId };
  const choose = (next: FarmRole) => {
    if (next === 'owner') setQuestion('hand over');
    else change.mutate({ params, body: { role: next } });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-52">
        <h3 dir="auto" className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {member.name}
          {member.isYou && <Badge>You</Badge>}
        </h3>
        <p className="text-muted-foreground">{roleWords[member.role].may}</p>
        <p className="text-sm text-muted-foreground">{whenText(member)}</p>
      </div>
      {mayChange ? (
        <div className="w-40">
          <LabelledSelect
            label={`Role of ${member.name}`}
            options={farmRoles.filter((one) => mayManage(role, one)).map((one) => ({ value: one, label: roleWords[one].label }))}
            value={member.role}
            disabled={change.isPending}
            onChange={choose}
          />
        </div>
      ) : (
        <Badge variant="outline">{roleWords[member.role].label}</Badge>
      )}
      {mayChange && (
        <Button variant="outline" aria-label={`Remove ${member.name}`} onClick={() => setQuestion('remove')}>
          Remove
        </Button>
      )}
      {member.isYou && member.role !== 'owner' && (
        <Button variant="outline" onClick={() => setQuestion('leave')}>
          Leave the farm
        </Button>
      )}
      {question && <Confirm question={question} member={member} onClose={() => setQuestion(undefined)} />}
    </li>
  );
}

function whenText({ since, endsAt, lastSeen }: Member): string {
  const now = today();
  return [
    `Since ${dayText(dayOf(since), now)}`,
    ...(endsAt === null ? [] : [`until ${dayText(dayOf(endsAt), now)}`]),
    ...(lastSeen === null ? [] : [`last active ${dayText(lastSeen, now)}`]),
  ].join(' · ');
}

/** What was said here would end with the page. */
async function loadAnew(said: Parameters<typeof toastAfterLoad>[0], address?: string): Promise<void> {
  toastAfterLoad(said);
  if (!(await loadPage(address))) showToastOfPageBefore();
}

interface ConfirmProps {
  readonly question: Question;
  readonly member: Member;
  readonly onClose: () => void;
}

function Confirm({ question, member, onClose }: ConfirmProps) {
  const [change, remove, leave] = [
    // The page is loaded again, because this person's rights change.
    useCall('changeMember', { onError, onSuccess: () => loadAnew({ title: 'The farm has been handed over' }) }),
    useSave('removeMember', { done: `${member.name} has been removed`, failed }),
    useCall('leaveFarm', {
      onError,
      onSuccess: async ({ isOtherOpen }) => {
        await localCopy()?.end({ keepsOperations: true });
        removeStoredFarm();
        const title = 'You have left the farm';
        return isOtherOpen ? loadAnew({ title, description: 'Your other farm is open.' }, '/') : loadAnew({ title }, '/login');
      },
    }),
  ];
  const farmId = useCurrentUser().data?.farmId;
  const params = { userId: member.userId };
  const questions = {
    'hand over': {
      title: `Hand the farm over to ${member.name}?`,
      text: 'They become the owner, with the plan and its payments. You become a manager, and only they can change that.',
      label: 'Hand over',
      act: () => change.mutate({ params, body: { role: 'owner' } }, { onError: onClose }),
    },
    remove: {
      title: `Remove ${member.name}?`,
      text: 'Their devices are signed out of this farm at once. What they recorded stays under their name.',
      label: 'Remove',
      act: () => remove.mutate({ params }, { onSettled: onClose }),
    },
    leave: {
      title: 'Leave this farm?',
      text: 'Your devices are signed out of it. To come back you need a new invitation.',
      label: 'Leave',
      act: () => leave.mutate({ body: { farmId } }, { onError: onClose }),
    },
  } as const;
  const { title, text, label, act } = questions[question];
  const isBusy = remove.isPending || [change, leave].some((call) => call.isPending || call.isSuccess);
  return <DangerDialog isOpen isBusy={isBusy} onClose={onClose} title={title} description={text} act={label} onAct={act} />;
}
