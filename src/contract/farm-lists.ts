import { z } from 'zod';
import type { Right } from '#domain/accounts/members.ts';
import { type Fields, storedForms } from '#domain/records/fields.ts';
import { callsOf, type ListCalls, type ListName } from '#domain/records/kinds.ts';
import { Id, NewId } from '#domain/records/values.ts';
import { Page } from './common.ts';
import { route } from './route.ts';

/** An entry of one of the farm's lists, which differ only in their fields. */
export const entryOf = <F extends Fields>(fields: F, archivedAt: string) =>
  z.object({
    id: z.string(),
    ...storedForms(fields),
    archivedAt: z.string().nullable().describe(`${archivedAt}.`),
    version: z.int(),
    createdAt: z.string(),
  });

/** Every field that a person enters may be missing. */
export const newEntryOf = <F extends Fields>(fields: F) => z.object({ ...fields, id: NewId }).partial();

/** Only the fields that are sent change. With `version`, the request is refused if the entry has changed since it was read. */
export const entryChangeOf = <F extends Fields>(fields: F) =>
  z.object({ ...fields, isArchived: z.boolean(), version: z.int() }).partial();

interface ListOf<L, N, E, A, C> {
  readonly name: L;
  /** What adding and changing an entry needs; everybody sees the list. */
  readonly needs: N;
  readonly entry: E;
  readonly added: A;
  readonly change: C;
  readonly summaries: { readonly list: string; readonly add: string; readonly change: string };
}

type NamedAs<N, R> = { readonly [K in keyof N & keyof R as N[K] & string]: R[K] };

/** The calls of one of the farm's lists: `listPlaces`, `addPlace` and `changePlace`. */
export const listRoutes = <
  const L extends ListName,
  const N extends Right,
  E extends z.ZodType,
  A extends z.ZodType,
  C extends z.ZodType,
>({
  name,
  needs,
  entry,
  added,
  change,
  summaries,
}: ListOf<L, N, E, A, C>) => {
  const list = route({
    method: 'GET',
    path: `/${name}`,
    access: 'farm',
    needs: 'see',
    summary: summaries.list,
    query: Page,
    reply: z.array(entry),
    byRevision: true,
  });
  const add = route({
    method: 'POST',
    path: `/${name}`,
    access: 'farm',
    needs,
    offline: true,
    summary: summaries.add,
    body: added,
    reply: entry,
    status: 201,
    errors: ['create.conflict', 'farm.full'],
  });
  const changed = route({
    method: 'PATCH',
    path: `/${name}/:id`,
    access: 'farm',
    needs,
    offline: true,
    summary: summaries.change,
    params: z.object({ id: Id }),
    body: change,
    reply: entry,
    errors: [`${name}.not_found`, 'record.stale', 'farm.full'],
  });
  const calls = callsOf(name);
  const routes = { [calls.list]: list, [calls.add]: add, [calls.change]: changed };
  return routes as unknown as NamedAs<ListCalls<L>, { list: typeof list; add: typeof add; change: typeof changed }>;
};
