import { Goat } from '#web/ui/icons.tsx';

/** The specified sheep is used only on the marketplace's cards. */
export const GoatInstead = () => (
  <>
    <span className="sr-only">A goat</span>
    <Goat aria-hidden strokeWidth={1} className="h-auto" />
  </>
);
