import type { LucideProps } from 'lucide-react';
import type { Species } from '#domain/records/animals.ts';
import { Goat, Sheep } from '#web/ui/icons.tsx';

const heads = { goat: Goat, sheep: Sheep } as const;

export function SpeciesIcon({ species, ...props }: { species: Species } & LucideProps) {
  const Head = heads[species];
  return <Head aria-hidden {...props} />;
}
