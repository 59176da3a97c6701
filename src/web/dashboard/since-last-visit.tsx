import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addDays, type CalendarDate } from '#domain/values/dates.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { dayText } from '#web/herd/day-text.ts';
import { readSetting, storeSetting } from '#web/lib/device/device-setting.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';

/** Somebody who looks every day knows what happened. */
const awayAfterDays = 3;
/** After a longer time the totals are no help. */
const longestDays = 60;

const keyOf = (username: string): string => `last visit ${username}`;

/** The day of this person's previous visit on this device. The present visit is stored. */
function useLastVisit(today: CalendarDate): CalendarDate | undefined {
  const username = useCurrentUser().data?.username;
  const [last] = useState(() => readDay(username));
  useEffect(() => {
    if (username !== undefined) storeSetting(keyOf(username), today);
  }, [username, today]);
  return last;
}

const readDay = (username: string | undefined): CalendarDate | undefined =>
  username === undefined ? undefined : readSetting(keyOf(username));

/** `Since Sun, Nov 15: 9 born, 1 died, 2 overdue` */
export function SinceLastVisit({ today, overdue }: { today: CalendarDate; overdue: number }) {
  const last = useLastVisit(today);
  const isTold = last !== undefined && last <= addDays(today, -awayAfterDays) && last >= addDays(today, -longestDays);
  const { data: events } = useQuery({
    ...eventsQuery({ kinds: ['birth', 'death'], from: last ?? today }),
    enabled: isTold,
  });
  if (!isTold || !events) return null;
  const born = events.flatMap((event) =>
    event.kind === 'birth' ? event.young.filter(({ state, waits }) => state !== 'stillborn' && !waits) : [],
  );
  const died = events.filter(({ kind }) => kind === 'death').length;
  const facts = [
    ...(born.length > 0 ? [`${born.length} born`] : []),
    ...(died > 0 ? [`${died} died`] : []),
    ...(overdue > 0 ? [`${overdue} overdue`] : []),
  ];
  return (
    <p className="mb-3 text-muted-foreground">
      Since {dayText(last, today)}: {facts.length === 0 ? 'no birth or death recorded, nothing overdue' : facts.join(', ')}
    </p>
  );
}
