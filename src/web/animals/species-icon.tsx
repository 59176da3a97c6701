import type { ComponentProps } from 'react';
import type { Species } from '#domain/animals.ts';

/** Heads of our animals in the stroke of the other icons. */
export function SpeciesIcon({ species, ...props }: { species: Species } & ComponentProps<'svg'>) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {species === 'goat' ? <Goat /> : <Sheep />}
    </svg>
  );
}

const Goat = () => (
  <>
    <path d="M9.6 7.4C9.7 4.9 8.6 2.9 6 2" />
    <path d="M14.4 7.4c-.1-2.5 1-4.5 3.6-5.4" />
    <path d="M8.3 9.2C6.2 8.6 3.9 9.2 2.4 11c2 1.3 4.3 1.4 6.2.5" />
    <path d="M15.7 9.2c2.1-.6 4.4 0 5.9 1.8-2 1.3-4.3 1.4-6.2.5" />
    <path d="M8.3 8.5c1.5-1.5 5.9-1.5 7.4 0 .5 3-.3 6.4-1.5 8.8-.8 1.5-3.6 1.5-4.4 0-1.2-2.4-2-5.8-1.5-8.8Z" />
    <path d="M11.1 18.5 12 22l.9-3.5" />
    <path d="M10.4 11.5h.01M13.6 11.5h.01" strokeWidth={2.25} />
  </>
);

const Sheep = () => (
  <>
    <path d="M7.3 10.2a2.7 2.7 0 0 1-1.2-5 2.9 2.9 0 0 1 3.2-2.5 3.3 3.3 0 0 1 5.4 0 2.9 2.9 0 0 1 3.2 2.5 2.7 2.7 0 0 1-1.2 5c-1 .5-2.1.1-2.6-.8-1 .9-3.2.9-4.2 0-.5.9-1.6 1.3-2.6.8Z" />
    <path d="M7.3 10.2c-2.1-.2-4 .9-4.9 2.9 1.9 1 4 .8 5.4-.5" />
    <path d="M16.7 10.2c2.1-.2 4 .9 4.9 2.9-1.9 1-4 .8-5.4-.5" />
    <path d="M7.3 10.2c-.1 5 1.6 11.3 4.7 11.3s4.8-6.3 4.7-11.3" />
    <path d="M10.3 13.5h.01M13.7 13.5h.01" strokeWidth={2.25} />
    <path d="M10.9 18.2c.7.5 1.5.5 2.2 0" />
  </>
);
