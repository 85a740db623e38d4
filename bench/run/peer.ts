/** The peer: `arduino-cli compile` of a sketch that does the same as the starter, without a runtime. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { childrenMs, type Sample } from '../startup/rounds.ts';

/** Three LEDs at three rates, with millis() instead of tasks. */
const sketch = (edit: number) => `
const byte PINS[] = {13, 12, 11};
const unsigned long PERIODS[] = {50, 100, 200};
unsigned long last[3];
volatile int edits = ${edit};

void setup() {
  Serial.begin(500000);
  for (byte pin : PINS) pinMode(pin, OUTPUT);
}

void loop() {
  for (byte i = 0; i < 3; i++) {
    if (millis() - last[i] < PERIODS[i]) continue;
    last[i] += PERIODS[i];
    digitalWrite(PINS[i], !digitalRead(PINS[i]));
    Serial.write(i + edits);
  }
}
`;

export interface Peer {
  /** Compiles, after an edit if the number is another one than before. */
  compile(edit: number): Sample;
}

/** null where arduino-cli is not installed. */
export function findPeer(folder: string): Peer | null {
  const { arduinoCli } = findTools();
  if (!arduinoCli.installed) {
    process.stderr.write(`${describeMissing(arduinoCli)}\n`);
    return null;
  }
  const source = path.join(folder, 'blinks');
  mkdirSync(source, { recursive: true });
  const [program, ...first] = arduinoCli.command;
  const properties =
    arduinoCli.vendor === 'debian'
      ? ['--build-property', 'compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__']
      : [];
  const args = [
    ...[...first, 'compile', '--fqbn', `${arduinoCli.vendor}:avr:uno`],
    ...['--build-path', path.join(folder, 'build'), ...properties, source],
  ];
  let written = Number.NaN;
  return {
    compile(edit) {
      if (edit !== written) writeFileSync(path.join(source, 'blinks.ino'), sketch(edit));
      written = edit;
      const cpuBefore = childrenMs();
      const before = performance.now();
      const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      const wallMs = performance.now() - before;
      if (status !== 0) throw new Error(`arduino-cli ended with ${status}:\n${stderr}`);
      return { wallMs, cpuMs: childrenMs() - cpuBefore };
    },
  };
}
