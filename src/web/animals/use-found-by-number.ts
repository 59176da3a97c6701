import '#web/lib/later-addresses.ts';
import { useQuery } from '@tanstack/react-query';
import { importPart } from '#web/lib/import-part.ts';
import { read } from '#web/lib/query.ts';

const animalTagsQuery = read('listAnimalTags', { query: {} });
const earlierTagsQuery = read('listEarlierTags', { query: {} });

const none: ReadonlySet<string> = new Set();

/** The animals of which another number than the ear tag is searched. Code and numbers are fetched when somebody first searches. */
export function useFoundByNumber(search: string): ReadonlySet<string> {
  const enabled = search !== '';
  const { data: code } = useQuery({
    queryKey: ['number search'],
    queryFn: () => importPart(() => import('./number-search.ts')),
    structuralSharing: false,
    enabled,
  });
  const { data: tags } = useQuery({ ...animalTagsQuery, enabled });
  const { data: earlier } = useQuery({ ...earlierTagsQuery, enabled });
  return enabled && code ? code.findByNumber(search, [tags ?? [], earlier ?? []]) : none;
}
