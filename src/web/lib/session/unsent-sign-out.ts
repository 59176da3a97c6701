import { readSetting, storeSetting } from '../device/device-setting.ts';

/**
 * Set while the server does not know yet that this browser has signed out. Scripts cannot delete the session cookie, so until
 * then nobody counts as signed in here.
 */
const key = 'sign-out not sent';

export const isSignOutUnsent = (): boolean => readSetting(key) !== undefined;

export const setSignOutUnsent = (isUnsent: boolean): void => void storeSetting(key, isUnsent ? 'yes' : undefined);
