import { expect, it } from 'vitest';
import { documents, FIXTURES, runCli } from '../test-cli.ts';

it('polyloop ports lists ports, or says how to name one', async () => {
  const [document] = documents(await runCli(['ports', '--json']));
  expect(document?.ports).toBeInstanceOf(Array);
  const { code, out } = await runCli(['ports']);
  expect(code).toBe(0);
  expect(out).toMatch(/No serial port was found|unknown board|Arduino/);
});

it('polyloop flash refuses a port that does not exist and a board without hardware', async () => {
  const least = `${FIXTURES}least.polyloop.json`;
  const none = await runCli(['flash', least, '--port', '/dev/polyloop-none']);
  expect(none).toMatchObject({ code: 1 });
  expect(none.error).toContain('There is no port /dev/polyloop-none');
  expect(await runCli(['flash', least])).toMatchObject({ code: 2 });
});
