import { Link, type LinkProps, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

export interface BackLinkProps {
  readonly to: NonNullable<LinkProps['to']>;
  /** The name of that screen. */
  readonly label: string;
}

export const backLink =
  '-ms-1 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-lg px-1 font-medium text-muted-foreground hover:text-foreground print:hidden [&_svg]:size-5';

/** Goes back to where the person came from or, if the address was opened directly, to `to`. */
export function BackLink({ to, label }: BackLinkProps) {
  const { history } = useRouter();
  return (
    <Link
      to={to}
      className={backLink}
      onClick={(event) => {
        if (!history.canGoBack()) return;
        event.preventDefault();
        history.back();
      }}
    >
      <ArrowLeft aria-hidden />
      {label}
    </Link>
  );
}
