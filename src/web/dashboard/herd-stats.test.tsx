import { fakeApi, refusal, screen, showPart, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { HerdStats } from './herd-stats.tsx';
import { summarize } from './herd-summary.ts';

const herd = [buildAnimal({ id: 'seen' }), buildAnimal({ id: 'unseen' }), buildAnimal({ id: 'imported', healthStatus: '5' })];
const seen = (...ids: string[]) => ids.map((animalId) => ({ animalId, checkedOn: '2026-05-01' }));
const unreadable = vi.fn<() => Response>(() => refusal(503, 'server.busy'));

test.each([
  ['who is not yet looked at', seen('seen'), {}, ['Not yet looked at: 1'], /%/],
  ['nothing more where all are', seen('seen', 'unseen'), {}, ['Good or better'], /Not yet/],
  ['that they may not be where that cannot be read', unreadable, {}, ['Good, or not yet checked'], /Not yet looked at/],
  ['the change from last month', seen('seen'), { total: 50 }, ['Not yet looked at: 1 · % from last month', '50%'], /not known/],
  ['that the change is not known', seen('seen'), { total: null }, ['Change from last month not known'], /%/],
])('beside the counts of the herd stands %s', async (_, states, trends, said, never) => {
  fakeApi({ '/api/animal-states': states });
  showPart(() => <HerdStats summary={summarize(herd, '2026-11-21')} trends={trends} />);
  if (states === unreadable) await waitFor(() => expect(unreadable).toHaveBeenCalled());
  for (const text of said) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(screen.queryByText(never)).toBeNull();
});
