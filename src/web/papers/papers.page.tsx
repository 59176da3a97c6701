import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Choice, LabelledChoice } from '#web/ui/choice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MovementRegister } from './movement-register.tsx';
import { type PaperSize, paperSizes, usePaperSize, labelSheets, sheets } from './paper-size.ts';
import type { PrintKind } from './papers-search.ts';
import { usePaperFacts, type Given } from './use-paper-facts.ts';
import type { Animal } from '#contract/animals.ts';
import { hasDueDay } from '#domain/breeding/due-births.ts';
import { addDays } from '#domain/values/dates.ts';
import { mondayOf } from '#domain/performance/season.ts';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { Papers, Sheet } from './sheet.tsx';
import { count } from '#web/lib/text/format.ts';
import { useWhom } from '#web/work/use-whom.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { LabelledSelect } from '#web/ui/select.tsx';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { Passport, StallCard, TagLabel } from './cards.tsx';
import { Certificate } from './certificate.tsx';
import type { PaperFacts } from './paper-facts.ts';

const kinds: readonly { readonly value: PrintKind; readonly label: string }[] = [
  { value: 'certificate', label: 'Pedigree' },
  { value: 'passport', label: 'Passport' },
  { value: 'stall', label: 'Stall cards' },
  { value: 'labels', label: 'Labels' },
  { value: 'births', label: 'Births by week' },
  { value: 'register', label: 'Movement register' },
];

const kindsNamingFarm: ReadonlySet<PrintKind> = new Set(['certificate', 'passport', 'register']);

/** Papers printed from the animals' records. */
export function PapersPage() {
  const { kind = 'certificate', of } = useSearch({ from: '/shell/papers' });
  const navigate = useNavigate({ from: '/papers' });
  const [size, setSize] = usePaperSize(kind === 'labels');
  const [generations, setGenerations] = useState('4');
  const herd = useQuery(animalsQuery);
  const { facts, given } = usePaperFacts(kind === 'passport');
  const one = of === undefined ? undefined : facts.find(of);
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Papers"
          subtitle={one && fullName(one)}
          actions={
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          }
        />
      </div>
      <div className="mb-5 flex flex-col gap-3 print:hidden">
        <Choice
          aria-label="Paper"
          layout="line"
          options={kinds}
          value={kind}
          onChange={(next) => void navigate({ search: { kind: next, ...(of !== undefined && { of }) }, replace: true })}
        />
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <Chosen label="Sheet" values={paperSizes} value={size} onChange={(next) => setSize(next as PaperSize)} />
          {kind === 'certificate' && (
            <Chosen label="Generations" values={['3', '4', '5']} value={generations} onChange={setGenerations} />
          )}
        </div>
      </div>
      {kindsNamingFarm.has(kind) && <NameYourFarm />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.isPending && <Skeleton className="h-96" />}
      {herd.data && kind === 'births' && <BirthList find={facts.find} now={facts.now} />}
      {herd.data && kind === 'register' && <MovementRegister herd={herd.data} facts={facts} size={size} />}
      {herd.data && kind !== 'births' && kind !== 'register' && (
        <OfAnimals
          one={one}
          herd={herd.data}
          kind={kind}
          size={size}
          generations={Number(generations)}
          facts={facts}
          given={given}
        />
      )}
    </>
  );
}

function NameYourFarm() {
  const { data: user } = useCurrentUser();
  if (user?.farmName !== null) return null;
  return (
    <Alert title="Your farm has no name yet" className="mb-5 print:hidden">
      These papers name your farm.{' '}
      <Link to="/profile" className="font-semibold underline underline-offset-4">
        Add the name of your farm
      </Link>
    </Alert>
  );
}

interface ChosenProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Chosen = ({ label, values, value, onChange }: ChosenProps) => (
  <LabelledChoice
    label={label}
    layout="wrapped"
    options={values.map((each) => ({ value: each, label: each }))}
    value={value}
    onChange={onChange}
  />
);

/** Females expected to give birth, by week, with room for notes. */
function BirthList({ find, now }: { readonly find: (id: string) => Animal | undefined; readonly now: string }) {
  const { expected } = usePregnancies();
  if (!expected) return <Skeleton className="h-64" />;
  if (expected.length === 0) return <p>No births are expected.</p>;
  const nameOf = (id: string): string => {
    const animal = find(id);
    return animal ? fullName(animal) : '';
  };
  return (
    <Papers>
      <div className="bg-white p-[4mm] text-[10pt] text-black print:p-0">
        <h2 className="title mb-[3mm] text-[18pt]">Births by week</h2>
        {[...Map.groupBy(expected, (each) => (hasDueDay(each) ? mondayOf(each.due) : ''))].map(([monday, those]) => (
          <section key={monday} className="mb-[6mm]">
            <h3 className="mb-[1mm] font-semibold break-after-avoid">
              {monday === '' ? 'Mated over more than a week' : `${dayText(monday, now)} to ${dayText(addDays(monday, 6), now)}`} ·{' '}
              {plural(those.length, 'birth')}
            </h3>
            <PrintTable columns={['Dam', 'Due', 'From – to', 'Sire', 'Seen', 'Born', 'Notes']}>
              {those.map(({ damId, due, bredOn, window, sireIds, check }) => (
                <tr key={damId} className="break-inside-avoid">
                  <td>{nameOf(damId)}</td>
                  <td>{monday === '' ? '–' : dayText(due, now)}</td>
                  <td>
                    {dayText(addDays(bredOn, window.from), now)} – {dayText(addDays(bredOn, window.to), now)}
                  </td>
                  <td>{sireIds.map(nameOf).filter(Boolean).join(' or ')}</td>
                  <td>{check?.count ?? ''}</td>
                  <td className="w-[20mm]">&nbsp;</td>
                  <td className="w-[35mm]">&nbsp;</td>
                </tr>
              ))}
            </PrintTable>
          </section>
        ))}
      </div>
    </Papers>
  );
}

interface OfAnimalsProps extends Omit<ComponentProps<typeof Sheets>, 'animals'> {
  /** undefined if several animals are chosen. */
  readonly one: Animal | undefined;
  readonly herd: readonly Animal[];
}

/** Limited, because each animal is another sheet to render. */
const maxAnimals = 300;

function OfAnimals({ one, herd, ...looks }: OfAnimalsProps) {
  const here = herd.filter(({ status }) => status === 'active');
  const whom = useWhom(here);
  const [value, setValue] = useState<string>();
  if (one) return <Sheets {...looks} animals={[one]} />;
  if (here.length === 0) {
    return (
      <EmptyState drawing={<Hillside />} title="No animals yet">
        Papers are made from your animals’ records.
      </EmptyState>
    );
  }
  const chosen = whom.find((each) => each.value === value);
  const byId = new Map(here.map((animal) => [animal.id, animal]));
  const animals = (chosen?.ids ?? []).flatMap((id) => byId.get(id) ?? []);
  return (
    <>
      <LabelledSelect
        label="Animals"
        fieldClassName="mb-5 max-w-80 print:hidden"
        placeholder="Choose the animals"
        value={value ?? ''}
        onChange={setValue}
        options={whom.map(({ value: each, label, ids }) => ({ value: each, label: `${label} ${count(ids.length)}` }))}
      />
      {animals.length > maxAnimals && (
        <p className="mb-3 print:hidden">
          The first {maxAnimals} of {count(animals.length)}. Choose a group or a place to see the others.
        </p>
      )}
      <Sheets {...looks} animals={animals.slice(0, maxAnimals)} />
    </>
  );
}

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

function Sheets({ kind, size, generations, animals, facts, given }: Props) {
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
