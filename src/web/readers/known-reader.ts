import { readSetting, storeSetting } from '#web/lib/device/device-setting.ts';

const key = 'reader speed';

/** The baud rate of this device's reader; undefined if none was connected. */
export const knownSpeed = (): number | undefined => Number(readSetting(key) ?? 0) || undefined;

export const rememberSpeed = (speed: number | undefined): void =>
  void storeSetting(key, speed === undefined ? undefined : String(speed));
