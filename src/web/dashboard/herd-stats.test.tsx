import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { HerdStats } from './herd-stats.tsx';
import { summarize } from './herd-summary.ts';
import type { Trends } from './use-trends.ts';

const herd = ['seen', 'unseen', 'imported as excellent'].map((id) =>
  buildAnimal({ id, healthStatus: id === 'imported as excellent' ? '5' : '3' }),
);

test.each([
  [['seen'], 'Not yet looked at: 1'],
  [['seen', 'unseen'], 'Good or better'],
])('with checkups of %j it says beside the healthy: %s', (seen, expected) => {
  show(seen, {});
  expect(screen.getAllByText(expected)[0]).toBeTruthy();
});

test('where the cards are a strip, the line below it says from when the percentages are', () => {
  show(['seen'], { total: 50 });
  expect(screen.getByText('Not yet looked at: 1 · % from last month')).toBeTruthy();
});

function show(seen: readonly string[], trends: Trends): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(animalStatesQuery.queryKey, seen.map((animalId) => ({ animalId, checkedOn: '2026-05-01' })) as never);
  render(
    <QueryClientProvider client={client}>
      <HerdStats summary={summarize(herd, '2026-11-21')} trends={trends} />
    </QueryClientProvider>,
  );
}
