import { X } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Boundary } from './boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazilyPreloaded } from './lazily.ts';
import {
  toastBodyClassName,
  toastClassName,
  toastCloseClassName,
  toastsClassName,
  toastTextClassName,
  toastTitleClassName,
} from './toast-class-names.ts';
import { act, dismissToast, durationOf, type Toast, type ToastsProps, useToasts } from '#web/lib/use-toast.ts';

export const Toaster = lazilyPreloaded(async () => (await import('./toast.tsx')).Toaster);

/** If the code of the full toasts cannot be loaded, plain ones are shown. */
export function Toasts({ onFollow }: ToastsProps) {
  const hasAny = useToasts().length > 0;
  if (!hasAny) return null;
  return (
    <Boundary renderFailure={() => <PlainToasts onFollow={onFollow} />}>
      <Suspense fallback={<PlainToasts onFollow={onFollow} />}>
        <Toaster onFollow={onFollow} />
      </Suspense>
    </Boundary>
  );
}

function PlainToasts({ onFollow }: ToastsProps) {
  return (
    <section aria-label="Notifications">
      <ol className={toastsClassName}>
        {useToasts().map((toast) => toast.open && <PlainToast key={toast.id} toast={toast} onFollow={onFollow} />)}
      </ol>
    </section>
  );
}

function PlainToast({ toast, onFollow }: ToastsProps & { readonly toast: Toast }) {
  const { id, title, description, variant, action, other } = toast;
  const duration = durationOf(toast);
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration]);
  return (
    <li className={toastClassName(variant)}>
      <output className={toastBodyClassName(variant)}>
        <p className={toastTitleClassName(variant)}>{title}</p>
        {description && <p className={toastTextClassName}>{description}</p>}
      </output>
      {[action, other].map(
        (each) =>
          each && (
            <Button
              key={each.label}
              variant="outline"
              onClick={() => {
                act(each, onFollow);
                dismissToast(id);
              }}
            >
              {each.label}
            </Button>
          ),
      )}
      <button type="button" aria-label="Close" className={toastCloseClassName} onClick={() => dismissToast(id)}>
        <X aria-hidden className="size-5" />
      </button>
    </li>
  );
}
