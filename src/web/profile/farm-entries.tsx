import type { z } from 'zod';
import type { CurrentUser, ProfileChange } from '#contract/accounts.ts';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';

const entryNames = ['farmName', 'ownerName', 'email', 'phone', 'address', 'logoUrl'] as const;

export type Entries = z.input<typeof ProfileChange>;
type Name = (typeof entryNames)[number];

export const entriesOf = ({ farmName, ownerName, email, phone, address, logoUrl }: Pick<CurrentUser, Name>) => ({
  farmName: farmName ?? '',
  ownerName: ownerName ?? '',
  email,
  phone: phone ?? '',
  address: address ?? '',
  logoUrl,
});

export const entryLabels = {
  farmName: 'Farm name',
  ownerName: 'Owner name',
  email: 'Email address',
  phone: 'Phone number',
  address: 'Farm address',
  logoUrl: 'Farm logo',
} as const satisfies Record<Name, string>;

export const farmMergeFields: readonly ShownMergeField<Entries>[] = entryNames.map((name) => ({
  label: entryLabels[name],
  fields: [name],
  show: (entries) =>
    name === 'logoUrl'
      ? entries.logoUrl && <img src={entries.logoUrl} alt="" className="size-16 rounded-lg object-cover" />
      : entries[name],
}));
