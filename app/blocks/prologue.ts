/** What a body needs before its statements: variables, helpers, newest items of channels, modes of pins. */
import type * as Blockly from 'blockly/core';
import type { BlocksChannel } from './context.ts';
import { identifierOf, type Names } from './names.ts';

type PinMode = 'OUTPUT' | 'INPUT' | 'INPUT_PULLUP';

interface Helper {
  readonly name: string;
  /** Null while it is being printed. */
  readonly code: string | null;
}

interface Variable {
  readonly name: string;
  readonly type: string;
  isRead: boolean;
}

const C_TYPE_OF: Readonly<Record<string, readonly [type: string, zero: string]>> = {
  Whole: ['int32_t', '0'],
  Decimal: ['float', '0.0F'],
  Truth: ['bool', 'false'],
};

/** A variable that is never read would be a warning of the compiler. */
function declarationOf({ name, type, isRead }: Variable): string {
  const [cType, zero] = C_TYPE_OF[type] ?? ['int32_t', '0'];
  return `${isRead ? '' : '[[gnu::unused]] '}static ${cType} ${name} = ${zero};\n`;
}

export class Prologue {
  readonly #names: Names;
  readonly #helpers = new Map<string, Helper>();
  readonly #modes = new Map<string, PinMode>();
  readonly #snapshots = new Map<string, { readonly name: string; readonly channel: BlocksChannel }>();
  readonly #variables = new Map<string, Variable>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** A function that is printed once, before the statements. Returns its name, or null while it is being printed. */
  helper(key: string, wanted: string, print: (name: string) => string): string | null {
    const known = this.#helpers.get(key);
    if (known !== undefined) return known.code === null ? null : known.name;
    const helper: Helper = { name: this.#names.unique(wanted), code: null };
    this.#helpers.set(key, helper);
    const code = print(helper.name);
    // A helper that this one calls is declared first.
    this.#helpers.delete(key);
    this.#helpers.set(key, { ...helper, code });
    return helper.name;
  }

  hasHelper(key: string): boolean {
    return this.#helpers.has(key);
  }

  /** Sets the mode of a pin once, before the statements. An output stays one. */
  pinMode(pin: string, mode: PinMode): void {
    if (this.#modes.get(pin) !== 'OUTPUT') this.#modes.set(pin, mode);
  }

  /** The variable that holds the newest item of the channel at the start of the job. */
  snapshot(channel: BlocksChannel): string {
    const known = this.#snapshots.get(channel.name);
    if (known !== undefined) return known.name;
    const name = this.#names.unique(`newest_${channel.identifier}`);
    this.#snapshots.set(channel.name, { name, channel });
    return name;
  }

  /** The name of a variable of the body. */
  variable(block: Blockly.Block, use: 'read' | 'write'): string {
    const id = String(block.getFieldValue('VAR') ?? '');
    const local = this.#names.local(`variable ${id}`);
    if (local !== undefined) return local;
    const known = this.#variables.get(id);
    if (known !== undefined) {
      if (use === 'read') known.isRead = true;
      return known.name;
    }
    const model = block.workspace.getVariableMap().getVariableById(id);
    const name = this.#names.unique(identifierOf(model?.getName() ?? 'variable'));
    this.#variables.set(id, { name, type: model?.getType() ?? 'Whole', isRead: use === 'read' });
    return name;
  }

  /** The sections of code, in their order. */
  sections(): string[] {
    const snapshots = [...this.#snapshots.values()].map(
      ({ name, channel }) => `static ${channel.itemType} ${name} = {};\n${channel.identifier}_read(&${name});\n`,
    );
    return [
      [...this.#variables.values()].map(declarationOf).join(''),
      // Functions may use the newest items, so these come first.
      snapshots.join(''),
      ...[...this.#helpers.values()].map(({ code }) => code ?? ''),
    ];
  }

  /** The calls that set the modes of pins. They belong to the same section as the statements. */
  pinModes(): string {
    return [...this.#modes].map(([pin, mode]) => `pinMode(${pin}, ${mode});\n`).join('');
  }
}
