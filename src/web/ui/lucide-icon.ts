import { createElement, type SVGProps } from 'react';

type Node = readonly [tag: string, attributes: Readonly<Record<string, string>>];

const attributes = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const isLabelled = (props: object): boolean => Object.keys(props).some((name) => /^(?:aria-|role$|title$)/.test(name));

/** Replaces the module of lucide-react that creates its icons (vite.config.ts), without the options that are not used here. */
// oxlint-disable-next-line import/no-default-export -- as the module that it replaces
export default function createLucideIcon(icon: string | { readonly node: readonly Node[] }, nodes: readonly Node[] = []) {
  const drawn = (typeof icon === 'string' ? nodes : icon.node).map(([tag, drawing]) => createElement(tag, drawing));
  return function Icon({ className = '', children, ...props }: SVGProps<SVGSVGElement>) {
    const hidden = !isLabelled(props) && { 'aria-hidden': true };
    return createElement('svg', { ...attributes, ...hidden, className: `lucide ${className}`, ...props }, drawn, children);
  };
}
