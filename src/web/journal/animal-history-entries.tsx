import { useInfiniteQuery } from '@tanstack/react-query';
import { animalHistoryQuery } from './history.data.ts';
import { HistoryPages } from './history-pages.tsx';

export function AnimalHistoryEntries({ animalId }: { readonly animalId: string }) {
  const history = useInfiniteQuery(animalHistoryQuery(animalId));
  return <HistoryPages history={history} animalId={animalId} empty="Nothing is known of this animal’s changes." />;
}
