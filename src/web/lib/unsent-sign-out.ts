/**
 * Set while the server does not know yet that this browser has signed out. Scripts cannot delete the session cookie, so until
 * then nobody counts as signed in here.
 */
const key = 'sign-out not sent';

export function isSignOutUnsent(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function setSignOutUnsent(isUnsent: boolean): void {
  if (isUnsent) localStorage.setItem(key, 'yes');
  else if (isSignOutUnsent()) localStorage.removeItem(key);
}
