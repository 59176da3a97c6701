import { fakeApi, fireEvent, press, refusal, screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { BreedingRecord } from '#contract/breeding.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { EditRecordDialog } from '#web/breeding/edit-record-dialog.tsx';
import { FarmForm } from '#web/profile/farm-form.tsx';

const account = { id: 'ada', email: 'ada@example.org', emailConfirmed: true, farmRole: 'owner' };
const user = { ...account, profileVersion: '1' } as unknown as Parameters<typeof FarmForm>[0]['user'];

const [buck, doe] = [buildAnimal({ tagNumber: 'B-1', sex: 'male' }), buildAnimal({ tagNumber: 'D-1' })];
const bred = { id: idOf(9), fatherId: buck.id, motherId: doe.id, breedingDate: '2026-01-05', expectedDueDate: '2026-06-04' };
const record = { ...bred, actualBirthDate: null, offspringIds: [], notes: null, outcome: 'pending', version: '1' };
const Breeding = ({ mother = doe }) => {
  const breeding = { record: record as unknown as BreedingRecord, father: buck, mother, offspring: [] };
  return <EditRecordDialog isOpen breeding={breeding} animals={[buck, mother]} onClose={() => {}} />;
};

const typed = '12/345/6789';

interface Form {
  readonly component: () => ReactNode;
  readonly path: string;
  readonly stored: object;
  readonly theirs: object;
  readonly field: string | RegExp;
  readonly saved: object;
}

const forms: Readonly<Record<string, Form>> = {
  'Your profile': {
    component: () => <FarmForm user={user} />,
    path: '/api/auth/me',
    stored: user,
    theirs: { farmName: 'Windy Hill', profileVersion: '2' },
    field: 'Phone number',
    saved: { farmName: 'Windy Hill', phone: typed },
  },
  'This record': {
    component: () => <Breeding />,
    path: '/api/breeding-records',
    stored: record,
    theirs: { outcome: 'successful' },
    field: /^Notes/,
    saved: { outcome: 'successful', notes: typed },
  },
};

test.each(Object.entries(forms))(
  '%s that was changed elsewhere is merged with what was typed, and saved on top of it',
  async (what, { component, path, stored, theirs, field, saved }) => {
    let now: object = { ...stored, version: '1' };
    const sent = fakeApi({ [path]: () => (path.endsWith('records') ? [now] : now) }, (_, { version }: { version: string }) =>
      version === '1' ? refusal(409, 'record.stale') : { ...now, version: '3', profileVersion: '3' },
    );
    showPart(component, user);
    await userEvent.type(await screen.findByLabelText(field), typed);
    now = { ...stored, version: '2', ...theirs };
    await press(/^Save/);
    await screen.findByText(`${what} has been changed elsewhere`);
    await press(/^Save/);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(([, body]) => body)).toMatchObject([{ version: '1' }, { version: '2', ...saved }]);
  },
);

test('a birth that a breeding record has after its dam had left is warned about', async () => {
  fakeApi({ '/api/animal-states': [{ animalId: doe.id, left: { kind: 'death', day: '2026-03-01' } }] });
  showPart(() => <Breeding mother={{ ...doe, status: 'died' }} />, user);
  fireEvent.change(await screen.findByLabelText('Actual birth date'), { target: { value: '2026-03-02' } });
  await screen.findByText(/^D-1: died .*Mar 1/);
  fireEvent.change(screen.getByLabelText('Actual birth date'), { target: { value: '2026-03-01' } });
  await waitFor(() => expect(screen.queryByText(/^D-1: died/)).toBeNull());
});
