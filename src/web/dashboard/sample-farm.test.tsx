import { fakeApi, press, screen, showPart, waitFor } from '#test/show-pages.tsx';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { FirstSteps } from './first-steps.tsx';
import { SampleFarm } from './sample-farm.tsx';

function show(shown: ReactNode, farmRole = 'owner') {
  const sent = fakeApi({ '/api/auth/me': { id: 'ada', farmRole, keeps: null } }, () => ({ animals: 20 }));
  showPart(() => [<h1 key="page">Page</h1>, <div key="part">{shown}</div>]);
  return sent;
}

test.each([
  [false, 'Try it with a sample farm', 'POST /api/sample'],
  [true, 'Remove the sample', 'DELETE /api/sample'],
])('where the sample is here (%s), one tap on %j does the opposite', async (isHere, name, request) => {
  const sent = show(<SampleFarm isHere={isHere} />);
  await press(name);
  await waitFor(() => expect(sent.map(([call]) => call)).toEqual([request]));
});

test('what was chosen above it is saved first, so that the sample is of the chosen species', async () => {
  const sent = show(<FirstSteps isEmpty />);
  await press('Sheep', 'radio');
  await press('kg', 'radio');
  await press('Try it with a sample farm');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.[1]).toMatchObject({ weightUnit: 'kg', keeps: 'sheep' });
  expect(sent.map(([call]) => call)).toEqual([expect.stringMatching(/^PATCH/), 'POST /api/sample']);
});

test('who may not manage the farm is not offered it', async () => {
  show(<SampleFarm isHere={false} />, 'worker');
  await screen.findByRole('heading', { name: 'Page' });
  await waitFor(() => expect(document.body.textContent).toBe('Page'));
});
