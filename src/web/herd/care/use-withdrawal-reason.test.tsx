import { fakeApi, press, screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { ApiError } from '#web/lib/server/api.ts';
import { NoReasonGiven, useWithdrawalReason } from './use-withdrawal-reason.tsx';

const animal = { id: 'a', tagNumber: 'W-1', name: null } as Animal;
const refusal = (code: string) => new ApiError(409, JSON.stringify({ code, message: code }));

/** Saves with `save`. Resolves with what came of it. */
async function attempt(save: (reason?: string) => Promise<string>) {
  fakeApi();
  const outcomes: unknown[] = [];
  const add = (outcome: unknown) => void outcomes.push(outcome);
  function Page() {
    const { askingForReason, dialog } = useWithdrawalReason();
    return (
      <>
        <button type="button" onClick={() => void askingForReason(animal, 'Mark as sold', save).then(add, add)}>
          Save
        </button>
        {dialog}
      </>
    );
  }
  showPart(Page);
  await press('Save');
  return outcomes;
}

const withReason = async (reason?: string) => reason ?? Promise.reject(refusal('animals.in_withdrawal'));

test('a save that is refused for another reason asks for none', async () => {
  const stale = refusal('record.stale');
  const outcomes = await attempt(() => Promise.reject(stale));
  await waitFor(() => expect(outcomes).toEqual([stale]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a save that is refused for a withdrawal goes on with the reason that is given, and not without one', async () => {
  const outcomes = await attempt(withReason);
  await press('Mark as sold');
  await screen.findByText('Say why');
  await userEvent.type(screen.getByLabelText('Reason'), ' For breeding ');
  await press('Mark as sold');
  await waitFor(() => expect(outcomes).toEqual(['For breeding']));
  await press('Save');
  await press('Cancel');
  await waitFor(() => expect(outcomes).toEqual(['For breeding', expect.any(NoReasonGiven)]));
});

test('without a reason nothing is saved', async () => {
  const outcomes = await attempt(withReason);
  await press('Cancel');
  await waitFor(() => expect(outcomes).toEqual([expect.any(NoReasonGiven)]));
});
