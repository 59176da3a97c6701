/** Lets the browser do what waits (a touch, a picture) before long work goes on. By a message: in a hidden tab timers wait for seconds. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
