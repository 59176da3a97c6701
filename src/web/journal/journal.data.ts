import { isSale } from '#domain/journal/departures.ts';
import { checkupDescription, sentWithdrawals } from '#domain/records/health-records.ts';
import { poundsOf } from '#domain/values/weights.ts';
import { useMutation } from '@tanstack/react-query';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import type { z } from 'zod';
import { call } from '#web/lib/server/api.ts';
import { toastIssuedPapers } from '#web/herd/toast-issued-papers.ts';
import { partOf } from '#web/lib/server/waiting-reply.ts';
import { read } from '#web/lib/server/query.ts';

/** Includes undone and replaced events, because the page shows the history of each entry. */
export const journalQuery = (animalId: string) => read('listEvents', { query: { animalId, includeVoided: 'true' } });

export const summaryQuery = (animalId: string) => read('readAnimalSummary', { params: { id: animalId } });

/** Of a birth with the days of the others that are known, as in the call. */
type EventToRecord = z.input<typeof NewEvent> & { readonly knownBirthDays?: string[] | undefined };

export const useRecordEvent = () =>
  useMutation({
    mutationFn: async ({ knownBirthDays, ...event }: EventToRecord): Promise<RecordedEvent> => {
      const reply = await call('recordEvents', { body: { events: [event], knownBirthDays } });
      const [recorded] = reply.events;
      if (!recorded) throw new Error('The answer has no event');
      return partOf(reply, recorded);
    },
  });

type NewCheckup = Extract<NewEvent, { kind: 'checkup' }>;

/** What the specified call of a checkup does not have. */
const onlyOfEvents = { kind: undefined, time: undefined, note: undefined, responsible: undefined, worklistId: undefined };

/** The specified call of a checkup. */
export const useRecordCheckup = () =>
  useMutation({
    mutationFn: async ({ weightGrams, ...checkup }: NewCheckup): Promise<RecordedEvent> => {
      const weightLbs = weightGrams === null ? null : poundsOf(weightGrams);
      const description = weightLbs === null ? '' : checkupDescription(weightLbs, checkup);
      const { day: date, ...fields } = checkup;
      const reply = await call('addHealthRecord', {
        body: { ...fields, ...onlyOfEvents, ...sentWithdrawals(checkup), date, weightLbs, description },
      });
      const { version, createdAt } = reply;
      const open = { by: null, replacesId: null, voidedAt: null, voidedBy: null, voidReason: null };
      return partOf(reply, { ...checkup, weightGrams, description, version, createdAt, ...open });
    },
  });

export const useUndoEvent = () =>
  useMutation({
    mutationFn: ({ event: { id, version }, reason }: { event: RecordedEvent; reason?: string }) =>
      call('voidEvent', { params: { id }, body: { version, ...(reason !== undefined && { reason }) } }),
    onSuccess: (_, { event }) => {
      if (isSale(event)) toastIssuedPapers(event.day);
    },
  });
