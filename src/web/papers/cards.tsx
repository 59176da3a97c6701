import type { Animal } from '#contract/animals.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { registerEntryOf } from '#domain/journal/treatment-register.ts';
import { dayText, withheldTexts } from '#web/herd/day-text.ts';
import { kindText } from '#web/herd/animal/who-text.ts';
import type { Given } from './use-paper-facts.ts';
import { Bars, QrCode } from './codes.tsx';
import { addressOf, eidOf, farmText, identityOf, type PaperFacts, recordsText } from './paper-facts.ts';
import { Facts } from './sheet.tsx';

interface Props {
  readonly animal: Animal;
  readonly facts: PaperFacts;
}

const maxGiven = 24;

/** The animal's identity and its treatments of the last twelve months, newest first. */
export function Passport({ animal, facts, given }: Props & { readonly given: readonly Given[] }) {
  const eid = eidOf(animal, facts.tags);
  const entries = given.flatMap((event) => {
    const entry = registerEntryOf(event);
    return entry ? [{ id: event.id, day: event.day, ...entry }] : [];
  });
  return (
    <div className="flex h-full flex-col gap-[4mm]">
      <header className="flex items-start justify-between gap-[6mm] border-b-2 border-black pb-[3mm]">
        <div className="min-w-0">
          <h2 className="title text-[18pt]">Animal passport</h2>
          <p dir="auto" className="mb-[2mm] text-[14pt] font-semibold wrap-anywhere">
            {fullName(animal)}
          </p>
          <Facts facts={[...identityOf(animal, facts), ['Keeper', farmText(facts.farm)]]} />
        </div>
        <QrCode text={addressOf(animal)} label={`Address of ${animal.tagNumber}`} className="size-[38mm] shrink-0" />
      </header>
      {eid !== undefined && (
        <div className="w-[70mm]">
          <Bars text={eid} className="h-[12mm] w-full" />
          <p className="text-center tabular-nums">{eid}</p>
        </div>
      )}
      <div>
        <h3 className="mb-[1mm] font-semibold">Treatments and vaccinations of the last twelve months</h3>
        {entries.length === 0 && <p>None recorded.</p>}
        <ul className="divide-y divide-black border-y border-black empty:hidden">
          {entries.slice(0, maxGiven).map((entry) => (
            <li key={entry.id} className="flex flex-wrap gap-x-[4mm] py-[1mm]">
              <span className="w-[34mm] shrink-0">{dayText(entry.day, facts.now)}</span>
              <span className="min-w-0 flex-1">
                {[entry.product, entry.dose, entry.batch !== null && `batch ${entry.batch}`].filter(Boolean).join(', ')}
              </span>
              <span className="shrink-0">{withheldTexts(entry, facts.now, entry.day).join(', ')}</span>
            </li>
          ))}
        </ul>
        {entries.length > maxGiven && <p>and {entries.length - maxGiven} more</p>}
      </div>
      <footer className="mt-auto text-[8pt]">{recordsText(facts)}</footer>
    </div>
  );
}

/** A card for the pen door, legible from the aisle. */
export const StallCard = ({ animal, facts }: Props) => (
  <div className="flex min-h-0 min-w-0 gap-[4mm] overflow-hidden border border-black p-[4mm]">
    <div className="flex min-w-0 flex-1 flex-col">
      <p dir="auto" className="text-[26pt] leading-none font-bold wrap-anywhere">
        {animal.tagNumber}
      </p>
      {animal.name !== null && (
        <p dir="auto" className="truncate text-[18pt] leading-tight">
          {animal.name}
        </p>
      )}
      <p className="mt-[2mm] mb-[2mm] text-[11pt]">{[kindText(animal, facts.now), animal.breed].filter(Boolean).join(' · ')}</p>
      <Facts
        facts={identityOf(animal, facts).filter(([label]) =>
          ['Born', 'Dam', 'Sire', 'EID', 'Registration number'].includes(label),
        )}
      />
    </div>
    <QrCode text={addressOf(animal)} label={`Address of ${animal.tagNumber}`} className="size-[34mm] shrink-0" />
  </div>
);

/** The EID as a barcode; without an EID, the tag. */
export function TagLabel({ animal, facts }: Props) {
  const eid = eidOf(animal, facts.tags);
  return (
    <div className="flex min-h-0 min-w-0 flex-col justify-center gap-[1mm] overflow-hidden px-[4mm] py-[1.5mm]">
      <p dir="auto" className="truncate text-[11pt] leading-none">
        <strong className="font-bold">{animal.tagNumber}</strong> {animal.name}
      </p>
      <Bars text={eid ?? animal.tagNumber} className="h-[10mm] w-full" />
      <p dir="auto" className="truncate text-center text-[8pt] leading-none tabular-nums">
        {eid ?? `${animal.tagNumber} (no EID)`}
      </p>
    </div>
  );
}
