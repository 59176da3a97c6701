import { useRef } from 'react';
import { uuidv7 } from 'uuidv7';
import { lastOfCourse, nextDose, type OpenCourse } from '#domain/journal/courses.ts';
import { today } from '#web/lib/today.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { plural } from './day-text.ts';
import { type EventToRecord, useRecordForAll, useReplaceEvent, useUndoForAll } from './events.data.ts';
import type { EventOf } from './events.queries.ts';

export type Course = OpenCourse<EventOf<'treatment'>>;

/** Giving the next dose of courses, and ending one before all of its doses are given; each with an Undo. */
export function useDoses() {
  const record = useRecordForAll();
  const undo = useUndoForAll();
  const replace = useReplaceEvent();
  const ids = useRef(new Map<string, string>());
  /** The same for each attempt at what follows the last dose. */
  const idFor = (what: string, { last }: Course): string => {
    const key = `${what} ${last.id}`;
    const id = ids.current.get(key) ?? uuidv7();
    ids.current.set(key, id);
    return id;
  };
  const tell = (reply: Promise<unknown>, title: string, description: string, onUndo?: () => void): void =>
    void reply.then(
      (saved) => toastSaved(saved, { title, description, ...(onUndo && { action: { label: 'Undo', onPress: onUndo } }) }),
      (error: unknown) => toastFailure(error, 'Could not save this'),
    );

  const give = (courses: readonly Course[]): void => {
    const day = today();
    const events = courses.map((course) => nextDose(course, { id: idFor(`dose of ${day}`, course), day }) as EventToRecord);
    const description = [courses[0]?.last.productName, courses.length > 1 && plural(courses.length, 'animal')];
    const text = description.filter(Boolean).join(', ');
    const given = events.map(({ id }) => id);
    tell(record.mutateAsync(events), 'Dose recorded', text, () => {
      // The next attempt is another dose.
      ids.current.clear();
      tell(undo.mutateAsync(given), 'Undone', text);
    });
  };
  const end = (course: Course): void => {
    const { last } = course;
    const ended = lastOfCourse(course, idFor('end', course));
    const text = last.productName;
    tell(
      replace.mutateAsync({ id: last.id, event: { ...ended, responsible: last.responsible, version: last.version } }),
      'Course ended',
      text,
      () => {
        ids.current.clear();
        const again = { ...ended, responsible: last.responsible, courseOpen: true, id: uuidv7() };
        tell(replace.mutateAsync({ id: ended.id, event: again }), 'Undone', text);
      },
    );
  };
  return { give, end, isBusy: record.isPending || replace.isPending };
}
