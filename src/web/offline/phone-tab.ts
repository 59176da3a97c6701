/** Safari on an iPhone or iPad deletes what a page has stored after a week without a visit, unless it is on the Home Screen. */
export function isPhoneTab(): boolean {
  const isApple =
    /iP(?:hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches;
}
