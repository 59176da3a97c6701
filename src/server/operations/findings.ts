export interface Finding {
  readonly symbol: '✓' | '!' | '✗';
  readonly message: string;
  readonly advice?: string;
}

export const good = (message: string): Finding => ({ symbol: '✓', message });

export const note = (message: string, advice: string): Finding => ({ symbol: '!', message, advice });

export const bad = (message: string, advice: string): Finding => ({ symbol: '✗', message, advice });

export const formatFindings = (findings: readonly Finding[]): string =>
  findings
    .map(({ symbol, message, advice }) => [`${symbol} ${message}`, ...(advice === undefined ? [] : [`  → ${advice}`])].join('\n'))
    .join('\n');
