import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { cn } from '#web/ui/cn.ts';
import { backLink } from '#web/components/page/back-link.tsx';

export const BackToMarket = () => (
  <Link to="/for-sale" className={cn('mb-1 max-sm:-mt-3', backLink)}>
    <ArrowLeft aria-hidden />
    All animals for sale
  </Link>
);
