import type { ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import { TitledCard } from '#web/components/page/titled-card.tsx';
import { today } from '#web/lib/text/today.ts';
import { roundedWeightText } from '#web/lib/text/weight-text.ts';
import { type Figure, Meanings } from './figure-list.tsx';
import { damFigures, sireFigures } from './figures.ts';
import { factorsText, formulaText, groupText, indexText, notComparedTexts, setText } from './growth-text.ts';
import { type Performance, usePerformance } from './use-performance.ts';

/** Shown on an animal's page: its weight within its contemporary group, and its figures as a dam or sire. */
export function PerformanceCard({ animal }: { readonly animal: Animal }) {
  const { data } = usePerformance();
  if (!data) return null;
  const dam = data.dams.find((each) => each.animal.id === animal.id);
  const sire = data.sires.find((each) => each.animal.id === animal.id);
  const young = data.growth.of(animal.id);
  if (!dam && !sire && young === undefined) return null;
  return (
    <TitledCard title="Performance" className="break-inside-avoid gap-3">
      {young !== undefined && <OwnGrowth animal={animal} performance={data} />}
      {dam && <Figures figures={damFigures} of={dam} />}
      {sire && <Figures figures={sireFigures} of={sire} />}
    </TitledCard>
  );
}

function OwnGrowth({ animal, performance: { growth, factors } }: { readonly animal: Animal; readonly performance: Performance }) {
  const own = growth.of(animal.id);
  const rank = growth.rankOf(animal.id);
  if (typeof own !== 'object')
    return own && <p className="text-muted-foreground">Its weaning weight is not compared: {notComparedTexts[own]}.</p>;
  const group = growth.groups.find(({ key }) => key === own.group);
  return (
    <div>
      <p>
        <strong className="font-semibold">{roundedWeightText(own.adjusted)} adjusted</strong>
        {rank && rank.of > 1 && ` · ${rank.rank} of ${rank.of} · ${indexText(rank.ratio)}, where 100 is the mean`}
      </p>
      {group && <p className="text-sm">{groupText(group, today())}</p>}
      <WorkedOut>
        <p className="text-sm text-muted-foreground">
          {formulaText(own)} {factorsText(own)}. {setText(factors[animal.species])}
        </p>
      </WorkedOut>
    </div>
  );
}

function Figures<T>({ figures, of }: { readonly figures: readonly Figure<T>[]; readonly of: T }) {
  return (
    <div>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm font-medium text-muted-foreground">{label}</dt>
            <dd className="text-lg leading-snug font-medium">{value(of) ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <WorkedOut>
        <Meanings figures={figures} />
      </WorkedOut>
    </div>
  );
}

const WorkedOut = ({ children }: { readonly children: ReactNode }) => (
  <details className="print:hidden">
    <summary className="flex min-h-11 cursor-pointer items-center font-medium underline underline-offset-4">
      How these are worked out
    </summary>
    {children}
  </details>
);
