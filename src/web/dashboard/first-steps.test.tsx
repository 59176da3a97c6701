import { fakeApi, press, showPart, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { FirstSteps } from './first-steps.tsx';

test('what was chosen above it is saved first, so that the sample is of the chosen species', async () => {
  const sent = fakeApi({ '/api/auth/me': { id: 'ada', farmRole: 'owner', keeps: null } }, () => ({ animals: 20 }));
  showPart(() => <FirstSteps isEmpty />);
  await press('Sheep', 'radio');
  await press('kg', 'radio');
  await press('Try it with a sample farm');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.[1]).toMatchObject({ weightUnit: 'kg', keeps: 'sheep' });
  expect(sent.map(([call]) => call)).toEqual([expect.stringMatching(/^PATCH/), 'POST /api/sample']);
});
