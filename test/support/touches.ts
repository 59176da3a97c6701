import type { Locator, Page } from 'playwright-core';

/** Counts a person's touches: taps, keys, and swipes that scroll something into view. */
export class Touches {
  readonly #page: Page;
  #swipes = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Must be called before the page is opened, in a context with `hasTouch`. */
  static async on(page: Page): Promise<Touches> {
    await page.addInitScript(() => {
      const count = ({ isTrusted }: Event) => {
        if (isTrusted) sessionStorage.setItem('touches', String(Number(sessionStorage.getItem('touches') ?? 0) + 1));
      };
      for (const type of ['pointerdown', 'keydown']) addEventListener(type, count, { capture: true });
    });
    return new Touches(page);
  }

  async tap(target: Locator): Promise<void> {
    await target.waitFor();
    if (!(await target.evaluate(isInSight))) {
      this.#swipes += 1;
      await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    }
    await target.tap();
  }

  async count(): Promise<number> {
    return this.#swipes + (await this.#page.evaluate(() => Number(sessionStorage.getItem('touches') ?? 0)));
  }

  async startAgain(): Promise<void> {
    this.#swipes = 0;
    await this.#page.evaluate(() => sessionStorage.removeItem('touches'));
  }
}

/** Whether its centre is in the window and not covered. */
export function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there !== null && (element.contains(there) || there.contains(element));
}
