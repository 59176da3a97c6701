import { Fragment } from 'react';
import type { FullPaper, PaperAnimal, Party } from '#contract/papers.ts';
import { animalTagLabel } from '#domain/records/animal-tags.ts';
import { kindWord } from '#domain/records/births.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { plural } from '#domain/values/plural.ts';
import { exactDollars, longDate, shortDate } from '#web/lib/text/format.ts';
import { kindLabels } from './issued-papers.data.ts';
import { type PaperSize, sheets } from './paper-size.ts';
import { Papers } from './sheet.tsx';

/** The paper as issued, printed only from its stored content. Long lists continue on further sheets with their heading. */
export function PaperPrint({ paper, size }: { readonly paper: FullPaper; readonly size: PaperSize }) {
  const { kind, label, day, createdAt, cancelledAt, cancelReason, replacedBy, content } = paper;
  const { seller, buyer, animals, destination, haulier, vehicle, note, replaces } = content;
  const isReceipt = kind === 'receipt';
  return (
    <Papers>
      <article
        aria-label={`${kindLabels[kind]} ${label}`}
        className="border bg-white p-[6mm] text-[10pt] leading-snug text-black shadow-card print:border-0 print:p-0 print:shadow-none"
        style={{ width: `${sheets[size].width}mm` }}
      >
        {cancelledAt !== null && (
          <p dir="auto" className="mb-[4mm] border-2 border-black p-[2mm] font-semibold wrap-anywhere">
            CANCELLED on {longDate(cancelledAt.slice(0, 10))}: {cancelReason}
            {replacedBy && `. Replaced by ${replacedBy.label}.`}
          </p>
        )}
        <header className="mb-[5mm] flex items-start justify-between gap-[8mm] border-b-2 border-black pb-[3mm]">
          <div>
            <h2 className="title text-[18pt]">{kindLabels[kind]}</h2>
            <p className="text-[13pt] font-semibold tabular-nums">No. {label}</p>
            {replaces !== null && <p>Replaces {replaces}</p>}
          </div>
          <dl className="grid grid-cols-[auto_auto] gap-x-[4mm]">
            <dt>{isReceipt ? 'Sold on' : 'Moved on'}</dt>
            <dd className="font-medium">{longDate(day)}</dd>
            <dt>Issued on</dt>
            <dd>{longDate(createdAt.slice(0, 10))}</dd>
          </dl>
        </header>
        <div className="mb-[5mm] grid grid-cols-2 gap-[8mm]">
          <PartyText title={isReceipt ? 'Seller' : 'From'} party={seller} namesGaps={!isReceipt} />
          <PartyText title={isReceipt ? 'Buyer' : 'To'} party={buyer} namesGaps={!isReceipt} />
        </div>
        <Lines
          lines={[
            ['Destination', destination],
            ['Haulier', haulier],
            ['Vehicle', vehicle],
            ['Note', note],
          ]}
        />
        <table className="w-full border-collapse text-start">
          <thead>
            <tr className="border-b-2 border-black align-bottom">
              <th className="py-[1mm] pe-[3mm] font-semibold">Animal</th>
              <th className="py-[1mm] pe-[3mm] font-semibold">Numbers</th>
              <th className="py-[1mm] pe-[3mm] font-semibold">Species, breed, sex</th>
              <th className="py-[1mm] pe-[3mm] font-semibold">Born</th>
              {isReceipt && <th className="py-[1mm] text-end font-semibold">Price</th>}
            </tr>
          </thead>
          <tbody>
            {animals.map((animal) => (
              <AnimalRow key={animal.animalId} animal={animal} day={day} isReceipt={isReceipt} />
            ))}
          </tbody>
        </table>
        <p className="mt-[2mm] flex flex-wrap justify-between gap-x-[8mm] break-inside-avoid border-t-2 border-black pt-[1mm] font-semibold">
          <span>{countText(animals, day)}</span>
          {isReceipt && <span className="tabular-nums">{paper.total === null ? '' : exactDollars(paper.total)}</span>}
        </p>
        <p className="mt-[4mm] break-inside-avoid">{withdrawalStatement(animals, day)}</p>
        <div className="mt-[18mm] grid grid-cols-2 gap-[12mm] break-inside-avoid">
          <p className="border-t border-black pt-[1mm]">Seller, date</p>
          <p className="border-t border-black pt-[1mm]">Buyer, date</p>
        </div>
        <footer className="mt-[6mm] text-[8pt]">
          From the records of the seller. Many places require such papers to be kept for five years, and some require more on
          them: check your local rules.
        </footer>
      </article>
    </Papers>
  );
}

interface PartyTextProps {
  readonly title: string;
  readonly party: Party;
  /** Whether it says what is not recorded, as a movement paper does. */
  readonly namesGaps: boolean;
}

const PartyText = ({ title, party: { name, address, phone, holding }, namesGaps }: PartyTextProps) => (
  <section aria-label={title} className="wrap-anywhere">
    <h3 className="text-[8pt]">{title}</h3>
    <p className="font-semibold">{name}</p>
    {(address !== null || namesGaps) && <p className="whitespace-pre-line">{address ?? 'Address: not recorded'}</p>}
    {phone !== null && <p>{phone}</p>}
    {(holding !== null || namesGaps) && <p>Flock, herd or premises{holding === null ? ': not recorded' : ` ${holding}`}</p>}
  </section>
);

function Lines({ lines }: { readonly lines: readonly (readonly [label: string, text: string | null])[] }) {
  const known = lines.filter(([, text]) => text !== null);
  if (known.length === 0) return null;
  return (
    <dl className="mb-[5mm] grid grid-cols-[auto_1fr] gap-x-[4mm] gap-y-[1mm]">
      {known.map(([label, text]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd dir="auto" className="font-medium wrap-anywhere whitespace-pre-line">
            {text}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

const notRecorded = 'Not recorded';

interface AnimalRowProps {
  readonly animal: PaperAnimal;
  readonly day: string;
  readonly isReceipt: boolean;
}

function AnimalRow({ animal, day, isReceipt }: AnimalRowProps) {
  const { breed, color, birthDate, birthYear, numbers, price, withheld, reason, species } = animal;
  return (
    <tr className="break-inside-avoid border-b border-black align-top">
      <td dir="auto" className="py-[1mm] pe-[3mm] wrap-anywhere">
        <span className="font-medium">{fullName(animal)}</span>
        {withheld.length > 0 && (
          <span className="block text-[9pt]">
            {withheld.map(withheldText).join('; ')}
            {reason !== null && ` (${reason})`}
          </span>
        )}
      </td>
      <td dir="auto" className="py-[1mm] pe-[3mm] wrap-anywhere">
        {numbers.length === 0 && notRecorded}
        {numbers.map(({ kind, number }) => (
          <span key={kind + number} className="block">
            {animalTagLabel(kind)} {number}
          </span>
        ))}
      </td>
      <td dir="auto" className="py-[1mm] pe-[3mm] wrap-anywhere">
        {[species === 'goat' ? 'Goat' : 'Sheep', breed, kindWord(animal, day).toLowerCase(), color].filter(Boolean).join(', ')}
      </td>
      <td className="py-[1mm] pe-[3mm] whitespace-nowrap">
        {birthDate === null ? (birthYear ?? notRecorded) : shortDate(birthDate)}
      </td>
      {isReceipt && <td className="py-[1mm] text-end tabular-nums">{price === null ? '–' : exactDollars(price)}</td>}
    </tr>
  );
}

/** `5 animals: 3 ewes, 2 ram lambs` */
function countText(animals: readonly PaperAnimal[], day: string): string {
  const kinds = [...Map.groupBy(animals, (animal) => kindWord(animal, day))].map(([word, alike]) =>
    plural(alike.length, word.toLowerCase()),
  );
  return `${plural(animals.length, 'animal')}: ${kinds.join(', ')}`;
}

function withheldText({ product, clearOn, notRecordedOn }: PaperAnimal['withheld'][number]): string {
  if (notRecordedOn !== null) return 'Withdrawal not recorded';
  return clearOn === null ? `No ${product}: treatment not ended` : `No ${product} before ${longDate(clearOn)}`;
}

function withdrawalStatement(animals: readonly PaperAnimal[], day: string): string {
  const tagsOf = (which: (end: PaperAnimal['withheld'][number]) => boolean) =>
    animals.flatMap(({ tagNumber, withheld }) => (withheld.some(which) ? tagNumber : [])).join(', ');
  const [open, unknown] = [
    tagsOf(({ notRecordedOn }) => notRecordedOn === null),
    tagsOf(({ notRecordedOn }) => notRecordedOn !== null),
  ];
  const rest = open === '' && unknown === '' ? 'any animal' : 'any other animal';
  const isEach = animals.every(({ withheld }) => withheld.length > 0);
  return [
    open !== '' &&
      `According to the seller’s records, a medicine withdrawal period had not ended on ${longDate(day)} for ${open}. What is named beside the animal must not be used before that day.`,
    unknown !== '' && `A medicine was given to ${unknown} whose withdrawal period the seller’s records do not say.`,
    !isEach && `No medicine in the seller’s records had a withdrawal period on ${longDate(day)} for ${rest} on this paper.`,
  ]
    .filter(Boolean)
    .join(' ');
}
