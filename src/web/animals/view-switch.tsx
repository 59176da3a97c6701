import { LayoutGrid, Rows3 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { chooseHerdView, type HerdView } from '#web/herd/herd-view.ts';

const views = [
  ['cards', 'Cards', LayoutGrid],
  ['rows', 'Rows', Rows3],
] as const;

export const ViewSwitch = ({ view }: { view: HerdView }) => (
  <fieldset aria-label="View" className="flex rounded-lg border print:hidden">
    {views.map(([one, label, Icon]) => (
      <Button
        key={one}
        variant={one === view ? 'secondary' : 'ghost'}
        size="small"
        className="max-sm:w-11"
        aria-pressed={one === view}
        onClick={() => chooseHerdView(one)}
      >
        <Icon aria-hidden />
        <span className="max-sm:sr-only">{label}</span>
      </Button>
    ))}
  </fieldset>
);
