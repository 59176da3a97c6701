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

test('the change from last month is a percentage, and the line below the cards says from when', () => {
  show(['seen'], { total: 50 });
  expect(screen.getByText('Not yet looked at: 1 · % from last month')).toBeTruthy();
  screen.getByText('50%');
});

test('a change that is not known is said to be, and no percentage', () => {
  show(['seen'], { total: null });
  screen.getByText('Change from last month not known');
  expect(screen.queryByText(/%/)).toBeNull();
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
