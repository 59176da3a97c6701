import { Download, House, RotateCw, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { DangerDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { Dialog, DialogBody, DialogFooter, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { count } from '#web/lib/text/format.ts';
import { useRights } from '#web/lib/session/session.ts';
import { downloadWaiting } from '#web/lib/server/waiting-file.ts';
import { dismissToasts } from '#web/lib/use-toast.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { StoredOperation } from '../queue/operation.ts';
import type { FarmCopy } from '../copy/farm-copy.ts';
import { activeLimit } from '../copy/plan-room.ts';
import { RefusedOperation } from './refused-operation.tsx';
import type { SyncStatus } from '../copy/shown-farm.ts';
import { NeedsYouIcon, SavedIcon } from './state-icons.tsx';
import { momentText } from '#web/lib/text/moments.ts';
import { outageWords } from '#web/lib/server/outage.ts';
import { groupsOf, type OperationGroups, withDependents } from '../queue/sync-state.ts';
import { useSyncStatus } from '../copy/use-farm-copy.ts';
import { MoreActions, OperationHead } from './operation-head.tsx';

const CorrectionDialog = lazilyPreloaded(async () => (await import('./correction-dialog.tsx')).CorrectionDialog);

interface WaitingSheetProps extends OpenProps {
  readonly copy: FarmCopy;
  /** The operation being corrected. */
  readonly correctedId?: string;
}

/** Lists unsent entries and what the person can do about them. */
export function WaitingSheet({ copy, isOpen, correctedId, onClose }: WaitingSheetProps) {
  const status = useSyncStatus(copy);
  const groups = groupsOf(status.operations);
  const { title, description } = headingOf(status, groups);
  const open = [...groups.needsYou, ...groups.waitsForSpace, ...groups.onThisPhone];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} width="medium" title={title} description={description}>
      <DialogBody className="flex flex-col gap-5">
        <Operations copy={copy} groups={groups} correctedId={correctedId} onLook={onClose} />
        {open.length > 0 && isPhoneTab() && (
          <Alert icon={<House />} title="Add to Home Screen, or send today">
            After a few days this browser may delete what is waiting here. To keep it, tap Share, then Add to Home Screen.
          </Alert>
        )}
        {open.length > 0 && (
          <Button variant="ghost" className="self-center" onClick={() => downloadWaiting(open)}>
            <Download aria-hidden />
            Save a copy as a file
          </Button>
        )}
        {open.length === 0 && (
          <p className="flex items-center gap-2 font-medium text-good">
            <SavedIcon className="size-5" />
            Nothing is waiting on this device
          </p>
        )}
      </DialogBody>
      {open.length > 0 && (
        <DialogFooter>
          <Button busy={status.isSending} onClick={() => void copy.synchronize()}>
            {!status.isSending && <RotateCw aria-hidden />}
            {status.isSending ? 'Sending...' : 'Send now'}
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  );
}

function headingOf({ outage }: SyncStatus, { needsYou, waitsForSpace, onThisPhone }: OperationGroups) {
  if (outage) {
    const { short, advice } = outageWords[outage.cause];
    return { title: `${short} since ${momentText(outage.since)}`, description: advice };
  }
  if (needsYou.length + waitsForSpace.length > 0) {
    return { title: 'Needs you', description: 'Everything else is still being sent.' };
  }
  if (onThisPhone.length > 0) return { title: 'Not sent yet', description: 'Entries are sent in this order.' };
  return { title: 'Saved', description: 'The server has everything you entered here.' };
}

interface OperationsProps {
  readonly copy: FarmCopy;
  readonly groups: OperationGroups;
  readonly correctedId: string | undefined;
  readonly onLook: () => void;
}

function Operations({ copy, groups: { needsYou, waitsForSpace, onThisPhone }, correctedId, onLook }: OperationsProps) {
  const [corrected, setCorrected] = useState(() => needsYou.find(({ id }) => id === correctedId));
  const [isCorrecting, setCorrecting] = useState(corrected !== undefined);
  const [deleted, setDeleted] = useState<StoredOperation>();
  const [isAsking, setAsking] = useState(false);
  const actions = {
    copy,
    onLook,
    onDelete: (operation: StoredOperation) => {
      setDeleted(operation);
      setAsking(true);
    },
  };
  return (
    <>
      {needsYou.length > 0 && (
        <Group title="Needs you" icon={<NeedsYouIcon />} number={needsYou.length} isUrgent>
          {needsYou.map((operation) => (
            <RefusedOperation
              key={operation.id}
              operation={operation}
              {...actions}
              onCorrect={() => {
                setCorrected(operation);
                setCorrecting(true);
              }}
            />
          ))}
        </Group>
      )}
      {waitsForSpace.length > 0 && (
        <Group
          title="Needs you: waits for room"
          icon={<NeedsYouIcon />}
          number={waitsForSpace.length}
          isUrgent
          footer={<RoomActions copy={copy} operations={waitsForSpace} onLook={onLook} />}
        >
          {waitsForSpace.map((operation) => (
            <li key={operation.id} className="flex items-center gap-2 py-2 pe-2 ps-4">
              <OperationHead operation={operation} by={copy.user.username} />
              <MoreActions operation={operation} {...actions} />
            </li>
          ))}
        </Group>
      )}
      {onThisPhone.length > 0 && (
        <Group title="Not sent yet" icon={<Smartphone aria-hidden className="size-4" />} number={onThisPhone.length}>
          {onThisPhone.map((operation) => (
            <li key={operation.id} className="flex items-center gap-2 py-2 pe-2 ps-4">
              <OperationHead operation={operation} by={copy.user.username} after={awaited(operation, needsYou)} />
              <MoreActions operation={operation} {...actions} />
            </li>
          ))}
        </Group>
      )}
      {corrected && (
        <LoadedLater what="The form">
          <CorrectionDialog
            key={corrected.id}
            copy={copy}
            operation={corrected}
            isOpen={isCorrecting}
            onClose={() => setCorrecting(false)}
          />
        </LoadedLater>
      )}
      {deleted && <DeleteQuestion copy={copy} operation={deleted} isOpen={isAsking} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The group of entries that need a decision. */
const awaited = ({ needs }: StoredOperation, parked: readonly StoredOperation[]): string | undefined =>
  parked.find(({ id }) => needs.includes(id))?.label;

interface GroupProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly number: number;
  readonly isUrgent?: boolean;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

const Group = ({ title, icon, number, isUrgent = false, footer, children }: GroupProps) => (
  <section aria-label={title}>
    <h3 className={cn('mb-2 flex items-center gap-2 font-medium', isUrgent && 'text-destructive')}>
      {icon}
      {title} <span className="font-normal">{count(number)}</span>
    </h3>
    <ul className={cn('divide-y rounded-xl border bg-card', isUrgent && 'border-destructive/40')}>{children}</ul>
    {footer}
  </section>
);

interface RoomActionsProps {
  readonly copy: FarmCopy;
  readonly operations: readonly StoredOperation[];
  readonly onLook: () => void;
}

function RoomActions({ copy, operations, onLook }: RoomActionsProps) {
  const mayChoosePlan = useRights().has('own');
  const [isTrying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    await copy.retryLast(operations);
    setTrying(false);
  };
  return (
    <>
      <p className="mt-2 text-sm">
        Your plan has room for {count(activeLimit(copy.user))} active animals. These are saved together once there is room:{' '}
        {mayChoosePlan && 'choose a plan or '}mark some animals as sold, then try again.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {mayChoosePlan && (
          <LinkButton to="/choose-plan" variant="secondary">
            Choose a plan
          </LinkButton>
        )}
        <LinkButton to="/animals" onClick={onLook} variant="outline">
          Mark sold
        </LinkButton>
        <Button variant="outline" busy={isTrying} onClick={() => void tryAgain()}>
          Try again
        </Button>
      </div>
    </>
  );
}

interface DeleteQuestionProps extends OpenProps {
  readonly copy: FarmCopy;
  readonly operation: StoredOperation;
}

function DeleteQuestion({ copy, operation, isOpen, onClose }: DeleteQuestionProps) {
  const gone = withDependents([operation], copy.status.operations);
  const others = gone.length - 1;
  const remove = async () => {
    // Once nothing waits, a toast about it would say that it is recorded.
    dismissToasts();
    await copy.discard(gone);
    onClose();
  };
  return (
    <DangerDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete '${operation.label}'?`}
      description={
        others > 0
          ? `It is stored nowhere else. ${others === 1 ? 'An entry that needs it is' : `${others} entries that need it are`} deleted with it.`
          : 'It is stored nowhere else and cannot be restored.'
      }
      cancel="Keep it"
      act="Delete"
      onAct={() => void remove()}
    />
  );
}

/** Safari on an iPhone or iPad deletes what a page has stored after a week without a visit, unless it is on the Home Screen. */
function isPhoneTab(): boolean {
  const isApple =
    /iP(?:hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches;
}
