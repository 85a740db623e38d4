/** What the served window prevents other pages and programs from doing. */
import { WebSocket } from 'ws';
import { SOCKET_PATH, socketProtocols, tokenOfFragment } from '../../app/contract/address.ts';
import { expect, test } from '../fixtures.ts';

test('the page runs its own scripts, but does not evaluate text', async ({ page, workbench, served }) => {
  const response = await page.request.get(served.url);
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).toContain("frame-ancestors 'none'");
  await expect(workbench.task('fast')).toBeVisible();
  // Runs asynchronously, because a debugger may exempt the direct call from the policy.
  const outcome = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            resolve(String(new Function('return "it ran"')()));
          } catch (error) {
            resolve(error instanceof Error ? error.name : 'refused');
          }
        }, 0);
      }),
  );
  expect(outcome).toBe('EvalError');
  expect(page.url(), 'the token does not stay in the URL').not.toContain(tokenOf(served.url));
});

function tokenOf(url: string): string {
  const token = tokenOfFragment(new URL(url).hash);
  if (token === null) throw new Error(`There is no token in ${url}.`);
  return token;
}

test.describe('a page without the right token', () => {
  test('shows what to do when the token is wrong', async ({ page, served }) => {
    const token = tokenOf(served.url);
    const wrong = token.replace(/./g, (letter) => (letter === 'a' ? 'b' : 'a'));
    await page.goto(served.url.replace(token, wrong));
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
      'open the address that Polyloop printed',
    );
    await expect(page.getByTestId('node-tasks-fast')).toHaveCount(0);
  });

  test('shows what to do when there is no token', async ({ page, served }) => {
    await page.goto(new URL('/', served.url).href);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText(
      'open the address that Polyloop printed',
    );
  });
});

/** Returns `open`, or the status with which the connection was refused. */
function tryToConnect(url: string, origin: string, token: string): Promise<string> {
  const address = new URL(SOCKET_PATH, url);
  address.protocol = 'ws:';
  address.hash = '';
  const socket = new WebSocket(address, [...socketProtocols(token)], { origin });
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
    socket.on('error', (error) => resolve(error.message));
  });
}

test('only the window can open a socket', async ({ served }) => {
  const token = tokenOf(served.url);
  const own = new URL(served.url).origin;
  expect(await tryToConnect(served.url, own, token)).toBe('open');
  for (const origin of ['http://evil.example', 'null', own.replace('127.0.0.1', 'evil.localhost'), `${own}0`]) {
    expect(await tryToConnect(served.url, origin, token), origin).toBe('403');
  }
  expect(
    await tryToConnect(
      served.url,
      own,
      token.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a')),
    ),
  ).toBe('403');
});
