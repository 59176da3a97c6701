import type { Animal } from '#contract/animals.ts';
import { isPictureUrl } from '#domain/records/animals.ts';
import { inbreedingTextOf, Pedigree } from '#domain/breeding/inbreeding.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { bracketOf } from '#web/journal/pedigree-bracket.ts';
import {
  addressOf,
  breederOf,
  farmText,
  identityOf,
  numbersOf,
  type PaperFacts,
  recordsText,
  shortBornText,
} from './paper-facts.ts';
import { QrCode } from './codes.tsx';
import { Facts } from './sheet.tsx';

interface Props {
  readonly animal: Animal;
  readonly facts: PaperFacts;
  readonly generations: number;
}

export function Certificate({ animal, facts, generations }: Props) {
  const { find, farm, tags } = facts;
  const pedigree = new Pedigree(find);
  return (
    <div className="flex h-full flex-col gap-[3mm]">
      <header className="flex items-start justify-between gap-[5mm] border-b-2 border-black pb-[3mm]">
        <div className="min-w-0 flex-1">
          <h2 className="title text-[18pt]">Pedigree</h2>
          <p dir="auto" className="mb-[2mm] text-[13pt] font-semibold wrap-anywhere">
            {fullName(animal)}
          </p>
          <Facts
            facts={[
              ...identityOf(animal, facts).filter(([label]) => !['Tag', 'Name', 'Dam', 'Sire'].includes(label)),
              ['Breeder', breederOf(animal, facts)],
              ['Owner', farmText(farm)],
              ['Inbreeding', inbreedingTextOf(pedigree, animal.id)],
            ]}
          />
        </div>
        <div className="flex shrink-0 gap-[3mm]">
          {isPictureUrl(animal.imageUrl) && (
            <img src={animal.imageUrl} alt="" className="size-[28mm] object-cover [filter:grayscale(1)]" />
          )}
          <QrCode text={addressOf(animal)} label={`Address of ${animal.tagNumber}`} className="size-[28mm]" />
        </div>
      </header>
      <ol
        aria-label="Ancestors"
        className="grid min-h-0 flex-1 gap-x-[1.5mm]"
        style={{
          gridTemplateColumns: `repeat(${generations}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${2 ** generations}, minmax(0, 1fr))`,
        }}
      >
        {bracketOf(animal, find, generations).map(({ position, role, animal: one, isRepeated, row, rows }) => (
          <li
            key={position}
            className="flex min-h-0 min-w-0 flex-col justify-center overflow-hidden border-b border-s border-black px-[1mm] leading-[1.05]"
            style={{
              gridColumn: position.length,
              gridRow: `${row} / span ${rows}`,
              fontSize: position.length > 4 ? '7pt' : '8.5pt',
            }}
          >
            <span className="sr-only">{role}: </span>
            {one ? (
              <>
                <span className="flex gap-[1mm] font-semibold">
                  <span className={`min-w-0 wrap-anywhere ${position.length < 4 ? 'line-clamp-3' : 'line-clamp-2'}`}>
                    {fullName(one)}
                  </span>
                  {isRepeated && <span className="shrink-0">(again)</span>}
                </span>
                {position.length < 5 && (
                  <span dir="auto" className="truncate">
                    {[shortBornText(one), one.breed].filter(Boolean).join(', ')}
                  </span>
                )}
                {position.length < 4 &&
                  numbersOf(one, tags)
                    .filter(({ kind }) => kind === 'registration')
                    .map(({ id, number }) => (
                      <span dir="auto" key={id} className="truncate">
                        {number}
                      </span>
                    ))}
              </>
            ) : (
              <span>Not known</span>
            )}
          </li>
        ))}
      </ol>
      <footer className="flex items-end justify-between gap-[10mm] pt-[6mm] text-[8pt]">
        <span dir="auto" className="wrap-anywhere">
          {recordsText(facts)}
        </span>
        <span className="w-[70mm] shrink-0 border-t border-black pt-[1mm]">Signature</span>
      </footer>
    </div>
  );
}
