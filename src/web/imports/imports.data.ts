import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImportDetail, ImportRow } from '#contract/imports.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import type { Verdict } from '#domain/imports/planned-row.ts';
import { call, urlOf } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';
import { sendForm } from '#web/lib/server/upload.ts';

export const importsQuery = read('listImports', {});
export const importQuery = (id: string) => read('readImport', { params: { id } });

export type RowFilter = Verdict | 'all' | 'remarked';

const rowsPerPage = 300;

export const rowsQuery = (detail: ImportDetail, filter: RowFilter) => {
  const query = filter === 'all' ? {} : filter === 'remarked' ? { remarked: 'true' } : { verdict: filter };
  const input = { params: { id: detail.id }, query: { ...query, limit: rowsPerPage } };
  const answers = detail.questions.map(({ id, answer }) => [id, answer]);
  return infiniteQueryOptions({
    queryKey: [urlOf('listImportRows', input), detail.state, detail.columns, answers],
    queryFn: ({ pageParam, signal }) =>
      call('listImportRows', { ...input, query: { ...input.query, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page: readonly ImportRow[]) =>
      page.length < rowsPerPage ? undefined : (page.at(-1)?.number ?? undefined),
  });
};

const rowsAddress = (id: string): string => urlOf('listImportRows', { params: { id }, query: {} });

export interface ChosenFile {
  readonly file: File;
  /** Created once per file, so that a repeated request creates one import. */
  readonly id: string;
  /** Without it the server chooses the sheet that looks most like animals. */
  readonly sheet?: number;
}

export function useSendFile(onProgress: (percent: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, id, sheet }: ChosenFile) => {
      const form = new FormData();
      // Before the file, because the server reads the fields in order.
      form.append('id', id);
      if (sheet !== undefined) form.append('sheet', String(sheet));
      form.append('file', file);
      return sendForm<ImportDetail>(urlOf('addImport', {}), form, { onProgress });
    },
    onSuccess: (detail, { file }) => {
      client.setQueryData(fileKey(detail.id), file);
      return setImport(client, detail);
    },
  });
}

const fileKey = (id: string) => ['importFile', id];

export const useSentFile = (id: string): File | undefined => useQueryClient().getQueryData<File>(fileKey(id));

/** Changes are sent one after the other. */
export function useChangeImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id },
    mutationFn: (body: Call<Api['changeImport']>['body']) => call('changeImport', { params: { id }, body }),
    onSuccess: (detail, { rows }) => {
      // Not awaited, so that the list keeps its position while the rows are refetched.
      if (rows) void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(rowsAddress(id)) });
      return setImport(client, detail);
    },
  });
}

export type Applying = ReturnType<typeof useApplyImport>;

export function useApplyImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('applyImport', { params: { id } }),
    onSuccess: (detail) => setImport(client, detail),
    // The import may have been applied although its answer was lost.
    onError: () => client.refetchQueries(importQuery(id)),
  });
}

export function useUndoImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('undoImport', { params: { id } }),
    onSuccess: (detail) => setImport(client, detail),
  });
}

const setImport = (client: QueryClient, detail: ImportDetail) => client.setQueryData(importQuery(detail.id).queryKey, detail);
