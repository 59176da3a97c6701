import { Copy } from 'lucide-react';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { LabelledInput } from '#web/ui/input.tsx';

/** Says that the text was copied, or `otherwise` if the browser does not allow it. */
export const copyText = (text: string, otherwise: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => toast({ title: 'Copied' }),
    () => toast({ variant: 'destructive', title: 'Error', description: otherwise }),
  );

interface CopyFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
}

/** A text to be copied, such as a link or a secret. */
export function CopyField({ label, hint, value }: CopyFieldProps) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-52">
        <LabelledInput
          label={label}
          hint={hint}
          readOnly
          className="font-mono"
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <Button variant="outline" onClick={() => copyText(value, 'Select the text and copy it.')}>
        <Copy aria-hidden />
        Copy
      </Button>
    </div>
  );
}
