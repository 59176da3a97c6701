import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { cn } from '#web/ui/cn.ts';
import { textLink } from '#web/ui/text-link.ts';

export const BackToMarket = () => (
  <Link to="/for-sale" className={cn('mb-3 print:hidden', textLink)}>
    <ArrowLeft aria-hidden className="size-4" />
    All animals for sale
  </Link>
);
