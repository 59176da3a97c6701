import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { z } from 'zod';
import { type FullPaper, type PaperKind, paperKinds, NewPaper, type PaperContent, Party } from '#contract/papers.ts';
import { bySchema, Form, FormFields, LongTextField, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { ChecksField } from '#web/components/forms/form-checks-field.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { officialNumberOf } from '#domain/records/farm-numbers.ts';
import type { EventOf } from '#web/herd/data/events.queries.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { useCurrentUser, useRights } from '#web/lib/session/session.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { findLastPaper, kindLabels, papersOfDayQuery, useIssuePapers } from './issued-papers.data.ts';
import { PaperLine } from './paper-line.tsx';

type Sales = readonly (EventOf<'sale' | 'slaughter'> & { readonly tagNumber: string })[];

interface Props {
  readonly day: string;
  readonly sales: Sales;
  /** The paper to replace. */
  readonly wrong?: FullPaper;
}

/**
 * The papers for these sales, and a form for the missing ones. Only people who may sell see them, because they contain addresses and
 * telephone numbers of others.
 */
export const IssuePapers = (props: Props) =>
  useRights().has('manage') ? (
    <PapersOfSales {...props} />
  ) : (
    <p className="text-muted-foreground">Only the owner or a manager of the farm can issue papers for a sale.</p>
  );

function PapersOfSales({ day, sales, wrong }: Props) {
  const buyer = sales[0]?.buyer ?? '';
  const issued = useQuery(papersOfDayQuery(day));
  const last = useQuery({
    queryKey: ['last paper', buyer],
    queryFn: async () => (await findLastPaper(buyer)) ?? null,
    enabled: !wrong,
  });
  if (issued.isError) return <QueryFailed what="The papers" query={issued} />;
  if (!issued.data || (last.isPending && !wrong)) return <Skeleton className="h-64" />;
  const sold = new Set(sales.map(({ animalId }) => animalId));
  const own = issued.data.filter(({ isReceived, animalIds }) => !isReceived && animalIds.some((id) => sold.has(id)));
  const lacking = (kind: PaperKind): Sales => {
    const named = new Set(own.flatMap((paper) => (paper.kind === kind && paper.cancelledAt === null ? paper.animalIds : [])));
    return sales.filter(({ animalId }) => !named.has(animalId));
  };
  const lackingOf = wrong
    ? new Map([[wrong.kind, sales]])
    : new Map(paperKinds.flatMap((kind) => (lacking(kind).length > 0 ? [[kind, lacking(kind)] as const] : [])));
  return (
    <Card className="print:hidden">
      <CardHeader
        title={wrong ? `In place of ${wrong.label}` : 'Papers'}
        description="Each paper gets a number and cannot be changed once issued. A wrong one is cancelled and replaced."
      />
      {own.length > 0 && (
        <ul aria-label="Issued" className="mt-3 divide-y border-y">
          {own.map((paper) => (
            <PaperLine key={paper.id} paper={paper} />
          ))}
        </ul>
      )}
      {lackingOf.size > 0 && (
        <CardContent>
          <NeedsServer what="The server numbers the papers. You can issue them">
            <NeedsSeller>
              {/* Begins anew with those that are left. */}
              <IssueForm
                key={JSON.stringify([...lackingOf].map(([kind, left]) => [kind, left.map(({ id }) => id)]))}
                lackingOf={lackingOf}
                buyer={buyer}
                last={last.data ?? undefined}
                wrong={wrong}
              />
            </NeedsSeller>
          </NeedsServer>
        </CardContent>
      )}
    </Card>
  );
}

/** A receipt without its seller is none. What is entered once stands on all papers. */
function NeedsSeller({ children }: { readonly children: ReactNode }) {
  const { data: user } = useCurrentUser();
  const isKnown = user && (user.farmName ?? user.ownerName) && user.address;
  if (!user || isKnown) return children;
  return (
    <div className="flex flex-col items-start gap-3">
      <p>A paper names the seller with the address, and cannot be changed once issued. Yours is not recorded yet.</p>
      <LinkButton to="/profile">Add your name and address</LinkButton>
    </div>
  );
}

interface IssueFormProps extends Pick<Known, 'buyer' | 'last' | 'wrong'> {
  readonly lackingOf: ReadonlyMap<PaperKind, Sales>;
}

function IssueForm({ lackingOf, ...known }: IssueFormProps) {
  const { wrong } = known;
  const kinds = [...lackingOf.keys()];
  const sales = [...new Map([...lackingOf.values()].flat().map((sale) => [sale.id, sale])).values()];
  const issue = useIssuePapers();
  const navigate = useNavigate();
  const ownNumber = officialNumberOf(useCurrentUser().data?.farmNumbers ?? null);
  const proposed = proposedEntries({ ...known, ownNumber, kinds, eventIds: sales.map(({ id }) => id) });
  const send = ({
    kinds: chosen,
    eventIds,
    ids: sent,
    name,
    address,
    phone,
    buyerHolding,
    reason,
    needsReason: _needsReason,
    ...transport
  }: PaperEntries) => {
    const ids = new RetryIds(sent);
    const paper = {
      ...transport,
      buyer: { name, address, phone, holding: buyerHolding },
      ...(wrong && { replaces: { id: wrong.id, reason: reason || wrong.cancelReason || 'Replaced' } }),
    };
    const papers = chosen.flatMap((kind) => {
      const ofKind = (lackingOf.get(kind) ?? []).flatMap(({ id }) => (eventIds.includes(id) ? id : []));
      const content = { ...paper, eventIds: ofKind };
      return ofKind.length === 0 ? [] : [{ id: ids.of(kind + JSON.stringify(content)), kind, ...content }];
    });
    form.setValue('ids', [...ids.unsettled()]);
    return issue.mutateAsync(papers);
  };
  const record = useRecordForm<never, z.input<typeof PaperEntries>, PaperEntries, readonly FullPaper[]>({
    failure: 'Could not issue this',
    valuesOf: () => proposed,
    resolver: bySchema(PaperEntries),
    fieldOf,
    draft: { form: `paper ${wrong?.id ?? sales[0]?.id}`, isOfWindow: true },
    continues: ({ values }) =>
      values.needsReason === proposed.needsReason &&
      values.kinds.some((kind) => lackingOf.get(kind)?.some(({ id }) => values.eventIds.includes(id))),
    send,
    onSaved: ([first]) => first && navigate({ to: '/receipts/$id', params: { id: first.id } }),
  });
  const { form } = record;
  return (
    <Form form={form} onSubmit={record.submit} fieldOf={fieldOf}>
      <RecordNotices record={record} />
      <FormFields className="grid gap-4 sm:grid-cols-2">
        {!wrong && kinds.length > 1 && (
          <div className="sm:col-span-2">
            <ChecksField
              control={form.control}
              name="kinds"
              label="Which"
              options={kinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
            />
          </div>
        )}
        {!wrong && sales.length > 1 && (
          <div className="sm:col-span-2">
            <ChecksField
              control={form.control}
              name="eventIds"
              label="For which animals"
              options={sales.map(({ id, tagNumber }) => ({ value: id, label: tagNumber }))}
            />
          </div>
        )}
        {proposed.needsReason && wrong && (
          <TextField
            control={form.control}
            name="reason"
            label={`What is wrong with ${wrong.label}`}
            hint="It is printed on the cancelled paper"
            maxLength={500}
            className="sm:col-span-2"
          />
        )}
        <Entries control={form.control} />
        <SubmitButton busyLabel="Issuing..." className="justify-self-start">
          {wrong ? 'Issue the new paper' : 'Issue'}
        </SubmitButton>
      </FormFields>
    </Form>
  );
}

const Entries = ({ control }: { readonly control: Control<z.input<typeof PaperEntries>, unknown, PaperEntries> }) => (
  <>
    <TextField control={control} name="name" label="Buyer" maxLength={200} className="sm:col-span-2" />
    <LongTextField control={control} name="address" label="Buyer’s address" rows={3} maxLength={500} className="sm:col-span-2" />
    <TextField control={control} name="phone" label="Buyer’s phone" inputMode="tel" maxLength={40} />
    <TextField control={control} name="buyerHolding" label="Buyer’s flock or premises number" maxLength={40} />
    <TextField control={control} name="holding" label="Your flock or premises number" maxLength={40} />
    <TextField control={control} name="destination" label="Destination" hint="If it is not the buyer’s address" maxLength={500} />
    <TextField control={control} name="haulier" label="Haulier" maxLength={200} />
    <TextField control={control} name="vehicle" label="Vehicle" hint="Its registration" maxLength={40} />
    <LongTextField control={control} name="note" label="Note" rows={2} maxLength={1000} className="sm:col-span-2" />
  </>
);

const fields = {
  'buyer.name': 'name',
  'buyer.address': 'address',
  'buyer.phone': 'phone',
  'buyer.holding': 'buyerHolding',
  'replaces.reason': 'reason',
  holding: 'holding',
  destination: 'destination',
  haulier: 'haulier',
  vehicle: 'vehicle',
  note: 'note',
} as const;

const fieldOf = (path: string) => (Object.hasOwn(fields, path) ? fields[path as keyof typeof fields] : undefined);

const PaperEntries = z
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
type PaperEntries = z.output<typeof PaperEntries>;
type Typed = { [K in keyof z.input<typeof PaperEntries>]-?: NonNullable<z.input<typeof PaperEntries>[K]> };

interface Known {
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
function proposedEntries({ buyer, kinds, eventIds, last, wrong, ownNumber }: Known): Typed {
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
