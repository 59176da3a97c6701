/** What an examination found, in a line; `advice` says what to do about it. */
export interface Finding {
  readonly mark: '✓' | '!' | '✗';
  readonly says: string;
  readonly advice?: string;
}

export const good = (says: string): Finding => ({ mark: '✓', says });

/** Works, and somebody may want to know. */
export const note = (says: string, advice: string): Finding => ({ mark: '!', says, advice });

/** Does not work, or will not for long. */
export const bad = (says: string, advice: string): Finding => ({ mark: '✗', says, advice });

export const inLines = (findings: readonly Finding[]): string =>
  findings
    .map(({ mark, says, advice }) => [`${mark} ${says}`, ...(advice === undefined ? [] : [`  → ${advice}`])].join('\n'))
    .join('\n');
