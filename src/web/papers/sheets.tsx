import type { Animal } from '#contract/animals.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { Passport, StallCard, TagLabel } from './cards.tsx';
import { Certificate } from './certificate.tsx';
import type { PaperFacts } from './paper-facts.ts';
import { labelSheets, type PaperSize, sheets } from './paper-size.ts';
import type { PrintKind } from './papers-search.ts';
import { Papers, Sheet } from './sheet.tsx';
import type { Given } from './use-paper-facts.ts';

interface Props {
  readonly kind: Exclude<PrintKind, 'births' | 'register'>;
  readonly size: PaperSize;
  readonly generations: number;
  readonly animals: readonly Animal[];
  readonly facts: PaperFacts;
  readonly given: readonly Given[];
}

const cardsOnSheet = 4;

function pagesOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, page) => items.slice(page * size, (page + 1) * size));
}

export function Sheets({ kind, size, generations, animals, facts, given }: Props) {
  const { width, height } = sheets[size];
  if (kind === 'labels') return <LabelSheets size={size} animals={animals} facts={facts} />;
  const givenTo = Map.groupBy(given, ({ animalId }) => animalId);
  return (
    <Papers>
      {kind === 'stall'
        ? pagesOf(animals, cardsOnSheet).map((page, index) => (
            <Sheet key={page[0]?.id} width={width} height={height} label={`Stall cards, sheet ${index + 1}`}>
              <div className="grid h-full grid-rows-4 gap-[4mm]">
                {page.map((animal) => (
                  <StallCard key={animal.id} animal={animal} facts={facts} />
                ))}
              </div>
            </Sheet>
          ))
        : animals.map((animal) => (
            <Sheet
              key={animal.id}
              width={width}
              height={height}
              label={`${kind === 'passport' ? 'Passport' : 'Pedigree'} of ${fullName(animal)}`}
            >
              {kind === 'passport' ? (
                <Passport animal={animal} facts={facts} given={givenTo.get(animal.id) ?? []} />
              ) : (
                <Certificate animal={animal} facts={facts} generations={generations} />
              )}
            </Sheet>
          ))}
    </Papers>
  );
}

function LabelSheets({ size, animals, facts }: Pick<Props, 'size' | 'animals' | 'facts'>) {
  const { width, height, rows, labelWidth, labelHeight, gap } = labelSheets[size];
  return (
    <Papers>
      {pagesOf(animals, rows * 3).map((page, index) => (
        <Sheet key={page[0]?.id} width={width} height={height} label={`Labels, sheet ${index + 1}`} isFull>
          <div
            className="grid"
            style={{
              gridTemplateColumns: `repeat(3, ${labelWidth}mm)`,
              gridAutoRows: `${labelHeight}mm`,
              columnGap: `${gap}mm`,
            }}
          >
            {page.map((animal) => (
              <TagLabel key={animal.id} animal={animal} facts={facts} />
            ))}
          </div>
        </Sheet>
      ))}
    </Papers>
  );
}
