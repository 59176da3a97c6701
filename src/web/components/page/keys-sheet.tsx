import { Dialog, DialogBody } from '../dialogs/dialog.tsx';

const keys = [
  ['Ctrl K or /', 'Find an animal, a screen or a task'],
  ['N', 'Record something'],
  ['J, K', 'Next and previous animal, while recording'],
  ['W, T, N, B', 'In Find: weigh, treat, note, record birth'],
  ['↑ ↓, Enter', 'Move in a list, open what is chosen'],
  ['Ctrl B', 'Open and close the menu at the side'],
  ['F8', 'Go to the message'],
  ['Esc', 'Close'],
  ['?', 'This list'],
] as const;

/** On a Mac, Cmd does what Ctrl does. */
export const KeysSheet = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
    <DialogBody>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2.5">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="key">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </DialogBody>
  </Dialog>
);
