import { ChoosePlanPage } from '#web/plans/choose-plan.page.tsx';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { TemporaryPasswordNotice } from './temporary-password-notice.tsx';

const ChangePasswordDialog = lazily(async () => (await import('#web/settings/change-password-dialog.tsx')).ChangePasswordDialog);

const ParkedNotice = lazily(async () => (await import('#web/offline/screens/parked-notice.tsx')).ParkedNotice);

/** Without a plan a user cannot open the settings, so a temporary password is changed here. */
export function ChoosePlanScreen() {
  const { data: user } = useCurrentUser();
  return (
    <>
      {user?.hasTemporaryPassword && (
        <TemporaryPasswordNotice>
          {!user.subscriptionPlan && (
            <LoadedLater>
              <ChangePasswordDialog />
            </LoadedLater>
          )}
        </TemporaryPasswordNotice>
      )}
      {user && (
        <LoadedLater>
          <ParkedNotice user={user} />
        </LoadedLater>
      )}
      <ChoosePlanPage />
    </>
  );
}
