import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { RecordedEvent } from '#contract/events.ts';
import { hasAppointments } from '#domain/records/animals.ts';
import { addDays } from '#domain/values/dates.ts';
import { nextVaccination } from '#domain/journal/boosters.ts';
import { courseLookbackDays, lastOfCourse, nextDose, type OpenCourse, openCourses } from '#domain/journal/courses.ts';
import { medicineKey } from '#domain/journal/withdrawals.ts';
import { compareEvents } from '#domain/records/order.ts';
import type { Task } from '#domain/work/today.ts';
import { today } from '#web/lib/text/today.ts';
import { toastSaved, toastUndone } from '#web/lib/toast-saved.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { toast } from '#web/lib/use-toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { plural } from '#domain/values/plural.ts';
import { type EventToRecord, useRecordForAll, useUndoForAll } from '../data/events.data.ts';
import { animalsQuery } from '../data/animals.queries.ts';
import { type EventOf, eventsQuery } from '../data/events.queries.ts';

export type Course = OpenCourse<EventOf<'treatment'>>;

/** A due dose of a medicine for one or several animals. */
export type DoseTask = Extract<Task<never>, { kind: 'vaccination' | 'dose' | 'checkup' }>;

/** Records due doses, and ends courses early; each with Undo. */
export function useDoses() {
  const record = useRecordForAll();
  const undo = useUndoForAll();
  const replace = useCall('replaceEvent');
  const [ids] = useState(() => new RetryIds());
  const idFor = (what: string, eventId: string): string => ids.of(`${what} ${eventId}`);
  const failed = (error: unknown): void => toastFailure(error, 'Could not save this');
  const tell = (reply: Promise<unknown>, title: string, description: string, onUndo?: () => void): void =>
    void reply.then(
      (saved) => toastSaved(saved, { title, description, ...(onUndo && { action: { label: 'Undo', onPress: onUndo } }) }),
      failed,
    );
  /** `wanted`: the animals of the line, of which some may have been given it elsewhere or have left since. */
  const recordDoses = (events: readonly EventToRecord[], product: string, wanted = events.length): void => {
    if (events.length === 0) {
      const description = `${product} was recorded or changed since it was shown here. Nothing was recorded now.`;
      return toast({ title: 'No longer due', description, isWhole: true, variant: 'neutral' });
    }
    const animals = events.length < wanted ? `${events.length} of ${plural(wanted, 'animal')}` : plural(wanted, 'animal');
    const text = wanted > 1 ? `${product}, ${animals}` : product;
    const given = events.map(({ id }) => id);
    return tell(record.mutateAsync(events), 'Dose recorded', text, () => {
      // After success, the next call records another dose.
      ids.clear();
      void undo.mutateAsync(given).then((undone) => toastUndone(undone, text), failed);
    });
  };
  const next = (course: Course): EventToRecord => {
    const day = today();
    return nextDose(course, { id: idFor(`dose of ${day}`, course.last.id), day });
  };

  const give = (courses: readonly Course[]): void => recordDoses(courses.map(next), courses[0]?.last.productName ?? '');

  const find = useMutation({
    mutationFn: async ({ kind, saidBy }: DoseTask, { client }): Promise<readonly EventToRecord[]> => {
      const ofTask = new Set(saidBy.map(({ eventId }) => eventId));
      const days = saidBy.map(({ eventDay }) => eventDay).toSorted();
      const [from = today()] = days;
      const day = today();
      const animals = await client.fetchQuery({ ...animalsQuery, staleTime: 0 });
      const here = new Set(animals.flatMap((animal) => (hasAppointments(animal) ? animal.id : [])));
      const isOpen = ({ id, animalId }: RecordedEvent) => ofTask.has(id) && here.has(animalId);
      if (kind === 'vaccination') {
        const vaccinations = await client.fetchQuery(eventsQuery({ kinds: ['vaccination'], from }));
        // One that was given since is the last of its animal and medicine, unless it is this one, sent before.
        const keyOf = (event: (typeof vaccinations)[number]) => `${event.animalId} ${medicineKey(event)}`;
        const lastOf = new Map(vaccinations.toSorted(compareEvents).map((event) => [keyOf(event), event.id]));
        return vaccinations
          .filter(isOpen)
          .map((last) => ({ last, id: idFor(`booster of ${day}`, last.id) }))
          .filter(({ last, id }) => [last.id, id].includes(lastOf.get(keyOf(last)) ?? ''))
          .map(({ last, id }) => nextVaccination(last, { id, day }));
      }
      const treatments = await client.fetchQuery(
        eventsQuery({ kinds: ['treatment'], from: addDays(from, -courseLookbackDays), to: days.at(-1) }),
      );
      return openCourses(treatments)
        .filter(({ last }) => isOpen(last))
        .map(next);
    },
  });
  const giveDue = (task: DoseTask): void =>
    find.mutate(task, { onSuccess: (events) => recordDoses(events, task.label, task.saidBy.length), onError: failed });

  const end = (course: Course): void => {
    const { last } = course;
    const ended = lastOfCourse(course, idFor('end', last.id));
    const text = last.productName;
    tell(
      replace.mutateAsync({ params: { id: last.id }, body: { ...ended, responsible: last.responsible, version: last.version } }),
      'Course ended',
      text,
      () => {
        ids.clear();
        const again = { ...ended, responsible: last.responsible, courseOpen: true, id: uuidv7() };
        void replace.mutateAsync({ params: { id: ended.id }, body: again }).then((undone) => toastUndone(undone, text), failed);
      },
    );
  };
  return { give, giveDue, end, isBusy: find.isPending || record.isPending || replace.isPending };
}
