import { useNavigate } from '@tanstack/react-router';
import { Eye, Trash2 } from 'lucide-react';
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx';
import type { StoredOperation } from '../queue/operation.ts';
import type { FarmCopy } from '../copy/farm-copy.ts';
import { addressOf } from '../queue/operation-actions.ts';
import { momentText } from '#web/lib/text/moments.ts';

interface OperationHeadProps {
  readonly operation: StoredOperation;
  /** The person who entered it. */
  readonly by: string;
  /** The label of the operation that has to be sent first. */
  readonly after?: string | undefined;
}

export const OperationHead = ({ operation: { label, madeAt }, by, after }: OperationHeadProps) => (
  <div className="min-w-0 flex-1">
    <p dir="auto" className="font-medium wrap-anywhere">
      {label}
    </p>
    <p dir="auto" className="text-sm text-muted-foreground wrap-anywhere">
      <time dateTime={madeAt}>{momentText(madeAt)}</time> · {by}
      {after !== undefined && ` · goes after '${after}'`}
    </p>
  </div>
);

export interface OperationActions {
  readonly copy: FarmCopy;
  readonly onLook: () => void;
  readonly onDelete: (operation: StoredOperation) => void;
}

/** Delete is in the menu, so that it is not pressed by accident. */
export function MoreActions({ operation, copy, onLook, onDelete }: OperationActions & { readonly operation: StoredOperation }) {
  const navigate = useNavigate();
  const look = () => {
    onLook();
    void navigate({ to: addressOf(operation, copy.rows) });
  };
  return (
    <MoreMenu label={`More for '${operation.label}'`}>
      <DropdownMenuItem onSelect={look}>
        <Eye aria-hidden />
        Look
      </DropdownMenuItem>
      <DropdownMenuItem variant="destructive" onSelect={() => onDelete(operation)}>
        <Trash2 aria-hidden />
        Delete this
      </DropdownMenuItem>
    </MoreMenu>
  );
}
