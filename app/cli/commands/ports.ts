/** `polyloop ports`: lists the serial ports and the boards on them. */
import type { Command } from 'commander';
import { visibleJson } from '../../../generator/words/visible.ts';
import { listPorts, type SerialPortInfo } from '../../host/devices/serial/ports.ts';
import type { Run } from '../command.ts';
import { EXIT_OK } from '../exit-codes.ts';
import { printable, type Terminal } from '../terminal.ts';

interface PortsOptions {
  readonly json?: true;
}

export function addPortsCommand(program: Command, run: Run): void {
  program
    .command('ports')
    .description('list the serial ports and the boards on them')
    .option('--json', 'print a JSON document')
    .action((options: PortsOptions) => run((terminal) => printPorts(terminal, options)));
}

async function printPorts(terminal: Terminal, { json }: PortsOptions): Promise<number> {
  const ports = await listPorts();
  if (json) terminal.print(visibleJson({ ports: ports.map(documentOf) }));
  else if (ports.length === 0)
    terminal.print('No serial port was found. Plug a board in. A port can also be named: --port /dev/…');
  else for (const port of ports) terminal.print(lineOf(port));
  return EXIT_OK;
}

const hex = (id: number): string => id.toString(16).padStart(4, '0');

function lineOf({ path, usb, boards }: SerialPortInfo): string {
  const id = usb === null ? '' : ` (USB ${hex(usb.vendor)}:${hex(usb.product)})`;
  const names = boards.map(({ label }) => label).join(' or ');
  return printable(`${path}  ${names || 'unknown board'}${id}`);
}

function documentOf({ path, usb, boards }: SerialPortInfo): object {
  return { path, usb, boards: boards.map(({ id }) => id) };
}
