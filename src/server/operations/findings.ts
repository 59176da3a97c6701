/** One line of a report; `advice` says what to do. */
export interface Finding {
  readonly mark: '✓' | '!' | '✗';
  readonly says: string;
  readonly advice?: string;
}

export const good = (says: string): Finding => ({ mark: '✓', says });

export const note = (says: string, advice: string): Finding => ({ mark: '!', says, advice });

export const bad = (says: string, advice: string): Finding => ({ mark: '✗', says, advice });

export const inLines = (findings: readonly Finding[]): string =>
  findings
    .map(({ mark, says, advice }) => [`${mark} ${says}`, ...(advice === undefined ? [] : [`  → ${advice}`])].join('\n'))
    .join('\n');
