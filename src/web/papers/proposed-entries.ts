import { z } from 'zod';
import { type FullPaper, NewPaper, type PaperContent, type PaperKind, paperKinds, Party } from '#contract/papers.ts';

export const PaperEntries = z
  .object({
    kinds: z.array(z.enum(paperKinds)).min(1, 'Choose at least one paper'),
    eventIds: z.array(z.string()).min(1, 'Choose at least one animal'),
    name: Party.shape.name,
    address: Party.shape.address,
    phone: Party.shape.phone,
    buyerHolding: Party.shape.holding,
    holding: NewPaper.shape.holding,
    destination: NewPaper.shape.destination,
    haulier: NewPaper.shape.haulier,
    vehicle: NewPaper.shape.vehicle,
    note: NewPaper.shape.note,
    reason: z.string().trim().max(500),
    needsReason: z.boolean(),
    /** Of the papers that may have been sent, by their content. */
    ids: z.array(z.tuple([z.string(), z.string()]).readonly()),
  })
  .refine(({ reason, needsReason }) => !needsReason || reason !== '', { path: ['reason'], message: 'Say what was wrong' });
export type PaperEntries = z.output<typeof PaperEntries>;
type Typed = { [K in keyof z.input<typeof PaperEntries>]-?: NonNullable<z.input<typeof PaperEntries>[K]> };

export interface Known {
  readonly buyer: string;
  readonly kinds: readonly PaperKind[];
  /** The sales that lack a paper. */
  readonly eventIds: readonly string[];
  /** The last paper issued, for this buyer if there is one. */
  readonly last: FullPaper | undefined;
  /** The paper to replace. */
  readonly wrong: FullPaper | undefined;
  /** By which authorities know the farm. */
  readonly ownNumber: string | null;
}

const nothing = { address: '', phone: '', buyerHolding: '', destination: '' };
const noTransport = { haulier: '', vehicle: '', note: '' };

/**
 * The initial form values: everything from a replaced paper; from an earlier paper, the entries that also apply to the next one.
 */
export function proposedEntries({ buyer, kinds, eventIds, last, wrong, ownNumber }: Known): Typed {
  const known = (wrong ?? last)?.content;
  const ofBuyer = wrong?.content ?? (last?.content.buyer.name === buyer ? last.content : undefined);
  return {
    kinds: [...kinds],
    eventIds: [...eventIds],
    name: ofBuyer?.buyer.name ?? buyer,
    holding: known?.seller.holding ?? ownNumber ?? '',
    ...(ofBuyer ? buyerOf(ofBuyer) : nothing),
    ...(wrong ? transportOf(wrong.content) : noTransport),
    reason: '',
    needsReason: wrong !== undefined && wrong.cancelledAt === null,
    ids: [],
  };
}

const buyerOf = ({ buyer: { address, phone, holding }, destination }: PaperContent): typeof nothing => ({
  address: address ?? '',
  phone: phone ?? '',
  buyerHolding: holding ?? '',
  destination: destination ?? '',
});

const transportOf = ({ haulier, vehicle, note }: PaperContent): typeof noTransport => ({
  haulier: haulier ?? '',
  vehicle: vehicle ?? '',
  note: note ?? '',
});
