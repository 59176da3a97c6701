import { useMutation } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import type { Chore } from '#contract/chores.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { maxChoreAnimals, doneFields, notDoneFields } from '#domain/records/chores.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { maxNameLength } from '#domain/values/farm-lists.ts';
import { truncateText } from '#domain/values/text-length.ts';
import type { Task } from '#domain/work/today.ts';
import { call } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';

export const choresQuery = read('listChores', { query: {} });

type ChangeBody = Call<Api['changeChore']>['body'];

const change = (id: string, body: ChangeBody) => call('changeChore', { params: { id }, body });

export const useFinishChore = () =>
  useMutation({
    mutationFn: ({ chore, day }: { readonly chore: Chore; readonly day: CalendarDate }) =>
      change(chore.id, { ...doneFields(chore, day), version: chore.version }),
  });

/** Takes the task as it was before it was done. */
export const useReopenChore = () => useMutation({ mutationFn: (before: Chore) => change(before.id, notDoneFields(before)) });

type Subject = Task<Chore>['subjects'][number];

/** What Today lists, a paper that is due, or what the cupboard lacks, which is about no animals and has a name for each subject. */
export type ToPutOff =
  | Task<Chore>
  | { readonly kind: 'paper'; readonly subjects: readonly Subject[] }
  | { readonly kind: 'stock'; readonly subjects: readonly (Subject & { readonly name: string })[] };

interface PutOffInput {
  readonly task: ToPutOff;
  readonly title: string;
  readonly to: CalendarDate;
  readonly reason: string;
}

/** A task gets another day. What Today derives from records is put off by a task that names it. */
export const usePutOff = () =>
  useMutation({
    mutationFn: async ({ task, title, to, reason }: PutOffInput) => {
      if (task.kind === 'chore') return change(task.chore.id, { putOffTo: to, reason, version: task.chore.version });
      let reply: object = {};
      for (const { animalIds, subject, day, ...named } of task.subjects) {
        for (let start = 0; start === 0 || start < animalIds.length; start += maxChoreAnimals) {
          const some = animalIds.slice(start, start + maxChoreAnimals);
          const body = {
            id: uuidv7(),
            name: truncateText('name' in named ? named.name : title, maxNameLength),
            subject,
            day,
            animalIds: some,
            putOffTo: to,
            reason,
          };
          reply = await call('addChore', { body });
        }
      }
      return reply;
    },
  });

/** They are due on their original days again. */
export const useTakeUp = () =>
  useMutation({
    mutationFn: async (chores: readonly Chore[]) => {
      let reply: object = {};
      for (const { id, subject, version } of chores) {
        reply =
          subject === null
            ? await change(id, { putOffTo: null, reason: null, version })
            : await call('deleteChore', { params: { id } });
      }
      return reply;
    },
  });
