import { Goat } from '#web/ui/icons.tsx';

/** The specification's sheep stands on the cards of the marketplace alone. */
export const GoatInstead = () => (
  <>
    <span className="sr-only">A goat</span>
    <Goat aria-hidden strokeWidth={1} className="h-auto" />
  </>
);
