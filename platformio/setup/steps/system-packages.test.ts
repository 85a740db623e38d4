import { expect, test } from 'vitest';
import { SetupError } from '../step.mjs';
import { browserPackages, installPackages } from './system-packages.mjs';

/**
 * Runs the installation with commands that fail on request. Returns the executed commands in order.
 */
async function commandsOf(prefix: string[], fails: (command: string, runs: number) => boolean) {
  const commands: string[] = [];
  const must = async (words: readonly string[]) => {
    const command = words.join(' ');
    commands.push(command);
    const runs = commands.filter((one) => one === command).length;
    if (fails(command, runs)) throw new SetupError(`\`${command}\`: it ended with 100`);
  };
  const failure = await installPackages({ must, say: () => {}, ended: async () => {} }, prefix, ['spin', 'g++']).catch(
    (error) => error,
  );
  return { commands, failure };
}

const update = 'apt-get update -q';
const repair = 'dpkg --configure -a';
const install = 'apt-get install -y -q --no-install-recommends spin g++';

test('an interrupted installation is repaired before packages are installed', async () => {
  const { commands, failure } = await commandsOf([], () => false);
  expect(commands).toEqual([update, repair, install]);
  expect(failure).toBeUndefined();
});

test('an installation that fails once is repaired and repeated', async () => {
  const { commands, failure } = await commandsOf([], (command, runs) => command === install && runs === 1);
  expect(commands).toEqual([update, repair, install, repair, install]);
  expect(failure).toBeUndefined();
});

test('a temporary lock of dpkg is handled in the same way', async () => {
  const { failure, commands } = await commandsOf([], (command, runs) => command === repair && runs === 1);
  expect(commands).toEqual([update, repair, repair, install]);
  expect(failure).toBeUndefined();
});

test('an installation that fails twice is reported with its output', async () => {
  const { commands, failure } = await commandsOf([], (command) => command === install);
  expect(commands.filter((command) => command === install)).toHaveLength(2);
  expect(failure).toBeInstanceOf(SetupError);
  expect(failure.message).toContain('it ended with 100');
});

test('without a package index nothing is installed', async () => {
  const { commands, failure } = await commandsOf([], (command) => command === update);
  expect(commands).toEqual([update]);
  expect(failure).toBeInstanceOf(SetupError);
});

test('sudo gets the setting that disables questions', async () => {
  const { commands } = await commandsOf(['sudo', '-n'], () => false);
  const quiet = 'sudo -n DEBIAN_FRONTEND=noninteractive';
  expect(commands).toEqual([`sudo -n ${update}`, `${quiet} ${repair}`, `${quiet} ${install}`]);
});

test('the headless shell is installed where Debian has it', () => {
  const none = { browser: false, shell: false };
  const debian12 = 'ID=debian\nVERSION_ID="12"\n';
  expect(browserPackages(debian12, none)).toEqual(['chromium', 'chromium-headless-shell']);
  expect(browserPackages(debian12, { browser: true, shell: false })).toEqual(['chromium-headless-shell']);
  expect(browserPackages(debian12, { browser: true, shell: true })).toEqual([]);
  expect(browserPackages('ID=debian\nVERSION_ID="11"\n', none)).toEqual(['chromium']);
  expect(browserPackages('ID=kali\nID_LIKE=debian\nVERSION_ID="2026.1"\n', none)).toEqual(['chromium']);
});
