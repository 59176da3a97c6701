/** SQLITE_BUSY: another connection has locked the file. */
export const sqliteBusy = 5;

export const isSqliteBusy = (error: unknown): boolean => primaryCode((error as { errcode?: unknown }).errcode) === sqliteBusy;

/** node:sqlite has the extended result code in errcode; its low byte is the primary code. */
export const primaryCode = (errcode: unknown): number | undefined => (typeof errcode === 'number' ? errcode & 0xff : undefined);
