import { X } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Boundary } from './boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazilyPreloaded } from './lazily.ts';
import { toastClassName, toastsClassName, toastTextClassName, toastTitleClassName } from './toast-class-names.ts';
import { dismissToast, type Toast, toastDuration, useToasts } from '#web/lib/use-toast.ts';

const Toaster = lazilyPreloaded(async () => (await import('./toast.tsx')).Toaster);

/** If the code of the full toasts cannot be loaded, plain ones are shown. */
export function Toasts() {
  const hasAny = useToasts().length > 0;
  if (!hasAny) return null;
  return (
    <Boundary renderFailure={() => <PlainToasts />}>
      <Suspense fallback={<PlainToasts />}>
        <Toaster />
      </Suspense>
    </Boundary>
  );
}

function PlainToasts() {
  return (
    <section aria-label="Notifications">
      <ol className={toastsClassName}>{useToasts().map((toast) => toast.open && <PlainToast key={toast.id} {...toast} />)}</ol>
    </section>
  );
}

function PlainToast({ id, title, description, variant, action }: Toast) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), toastDuration);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <li className={toastClassName(variant)}>
      <output className="block min-w-0 flex-1">
        <p className={toastTitleClassName(variant)}>{title}</p>
        {description && <p className={toastTextClassName}>{description}</p>}
        {action && (
          <Button
            variant="outline"
            className="mt-1 -mb-0.5"
            onClick={() => {
              action.onPress();
              dismissToast(id);
            }}
          >
            {action.label}
          </Button>
        )}
      </output>
      <Button variant="ghost" size="icon" aria-label="Close" className="absolute top-1 right-1" onClick={() => dismissToast(id)}>
        <X aria-hidden />
      </Button>
    </li>
  );
}
