export const performanceViews = ['growth', 'dams', 'sires', 'cull', 'season'] as const;
export type PerformanceView = (typeof performanceViews)[number];

export const parsePerformanceSearch = ({ show }: Record<string, unknown>): { readonly show?: PerformanceView } => {
  const view = performanceViews.find((each) => each === show);
  return view ? { show: view } : {};
};
