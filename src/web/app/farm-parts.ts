/** What every screen of a farm has, and no visitor of the marketplace loads, in one file: a file costs a round trip. */
export { FindButton } from '#web/find/find-button.tsx';
export { SyncDot } from '#web/offline/screens/sync-dot.tsx';
export { BottomBar } from './bottom-bar.tsx';
export { FarmNotices } from './farm-notices.tsx';
export { followFarmOnDevice } from './farm-on-device.ts';
export { FarmSwitcher } from './farm-switcher.tsx';
export { Keys } from './keys.tsx';
export { NewVersionNotice } from './new-version.tsx';
export { PersonMenu } from './person-menu.tsx';
export { PrintMargins } from './print-margins.tsx';
