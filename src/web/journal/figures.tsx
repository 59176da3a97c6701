import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { GrowthCard } from './growth-card.tsx';

const ExposureCard = lazily(async () => (await import('./exposure-card.tsx')).ExposureCard);
const MilkCard = lazily(async () => (await import('./milk-card.tsx')).MilkCard);
const PerformanceCard = lazily(async () => (await import('#web/performance/performance-card.tsx')).PerformanceCard);
const BreedingValuesCard = lazily(async () => (await import('./breeding-values-card.tsx')).BreedingValuesCard);
const ScoresCard = lazily(async () => (await import('./scores-card.tsx')).ScoresCard);

interface FiguresProps {
  readonly animal: Animal;
  /** Includes outside parents. */
  readonly animals: readonly Animal[];
  readonly herd: readonly Animal[];
  readonly events: readonly RecordedEvent[];
}

export function Figures({ animal, animals, herd, events }: FiguresProps) {
  const { id, weaningWeightGrams, isReference } = animal;
  const isCompared = weaningWeightGrams !== null || animals.some(({ motherId, fatherId }) => motherId === id || fatherId === id);
  return (
    <>
      <GrowthCard animal={animal} herd={herd} events={events} />
      <LoadedLater>
        <ScoresCard events={events} />
        {!isReference && <ExposureCard animal={animal} animals={animals} />}
        {events.some(({ kind }) => kind === 'milking') && <MilkCard animal={animal} animals={animals} events={events} />}
        {isCompared && <PerformanceCard animal={animal} />}
        {events.some(({ kind }) => kind === 'breedingValues') && <BreedingValuesCard events={events} />}
      </LoadedLater>
    </>
  );
}
