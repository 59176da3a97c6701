import type { reminderRoutes } from '#contract/reminders.ts';
import type { Deps } from '#server/deps.ts';
import type { PersonInFarm } from '#server/http/guards.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { readCalendar } from './calendar.service.ts';
import {
  changeCalendar,
  endMorningPush,
  makeCalendarLink,
  readReminders,
  revokeCalendarLink,
  setMorningMail,
  setMorningPush,
} from './reminders.service.ts';
import type { Device } from './push.queries.ts';

const deviceOf = ({ farmId, by, viewer }: PersonInFarm): Device => ({
  farmId,
  userId: by.user,
  sessionHash: viewer.sessionHash,
});

export const reminderHandlers = (deps: Deps): Handlers<typeof reminderRoutes> => ({
  readReminders: (_, context) => readReminders(deps, deviceOf(context)),
  makeCalendarLink: ({ body }, context) => makeCalendarLink(deps, deviceOf(context), body),
  changeCalendar: ({ body }, context) => changeCalendar(deps, deviceOf(context), body),
  revokeCalendarLink: (_, context) => revokeCalendarLink(deps, deviceOf(context)),
  setMorningMail: ({ body }, context) => setMorningMail(deps, deviceOf(context), body),
  setMorningPush: ({ body }, context) => setMorningPush(deps, deviceOf(context), body),
  endMorningPush: (_, context) => endMorningPush(deps, deviceOf(context)),
  readCalendar: ({ params }, visit) => readCalendar(deps, visit, params.file.slice(0, -'.ics'.length)),
});
