import { useRights } from '#web/lib/session/session.ts';
import { toPlans } from '#web/lib/toast-failure.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** For the owner, who alone chooses the plan. */
export const UpgradeButton = () =>
  useRights().has('own') && (
    <LinkButton to={toPlans.to} variant="outline">
      {toPlans.label}
    </LinkButton>
  );
