import type { reminderRoutes } from '#contract/reminders.ts';
import type { Deps } from '#server/deps.ts';
import type { PersonInFarm } from '#server/http/guards.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { readCalendar } from './calendar.service.ts';
import { changeCalendar, makeCalendarLink, readReminders, revokeCalendarLink, setMorningMail } from './reminders.service.ts';
import type { Whose } from './reminders.queries.ts';

const whose = ({ farmId, by }: PersonInFarm): Whose => ({ farmId, userId: by.user });

export const reminderHandlers = (deps: Deps): Handlers<typeof reminderRoutes> => ({
  readReminders: (_, context) => readReminders(deps.db, whose(context)),
  makeCalendarLink: ({ body }, context) => makeCalendarLink(deps, whose(context), body),
  changeCalendar: ({ body }, context) => changeCalendar(deps, whose(context), body),
  revokeCalendarLink: (_, context) => revokeCalendarLink(deps, whose(context)),
  setMorningMail: ({ body }, context) => setMorningMail(deps, whose(context), body),
  readCalendar: ({ params }, visit) => readCalendar(deps, visit, params.file.slice(0, -'.ics'.length)),
});
