import { readSetting, storeSetting } from './device-setting.ts';

const key = 'sounds';

/** Whether this device makes sounds, which is the default. */
export const hasSounds = (): boolean => readSetting(key) !== 'off';

export const setSounds = (isOn: boolean): void => void storeSetting(key, isOn ? undefined : 'off');

/** A low, longer tone is told apart from a high one in the noise of a barn. */
const looks = {
  done: { hertz: 880, seconds: 0.1, vibration: 30 },
  warning: { hertz: 220, seconds: 0.4, vibration: [80, 60, 80] },
};

let context: AudioContext | undefined;

/** Feedback for a person who is looking at the animal: a tone, if sounds are on, and a vibration, if the device supports it. */
export function giveFeedback(kind: keyof typeof looks): void {
  const { hertz, seconds, vibration } = looks[kind];
  navigator.vibrate?.(vibration);
  if (typeof AudioContext === 'undefined' || !hasSounds()) return;
  context ??= new AudioContext();
  // A phone suspends it while the page is in the background.
  void context.resume();
  const [oscillator, gain, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  oscillator.frequency.value = hertz;
  // Without the fade the end of the tone clicks.
  gain.gain.setValueAtTime(0.3, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(now);
  oscillator.stop(now + seconds);
}
