/** A connection to the host that a test can cut, as if the host had ended. */
import type { Page } from '@playwright/test';

export interface CuttableHost {
  /** Ends the connection, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
}

/** Call it before the page is opened. */
export async function cuttableHost(page: Page): Promise<CuttableHost> {
  let isLost = false;
  const closers: (() => void)[] = [];
  await page.routeWebSocket(/.*/, (socket) => {
    if (isLost) return void socket.close();
    const server = socket.connectToServer();
    closers.push(() => {
      void socket.close();
      void server.close();
    });
  });
  return {
    cut() {
      isLost = true;
      for (const close of closers) close();
    },
    restore() {
      isLost = false;
    },
  };
}
