/**
 * Parses the messages of GCC (from 5), Clang, the GNU assembler and linkers, and rewrites them in
 * the user's terms. Skips lines that are not messages (quoted code, carets, "In function …").
 */
import { libraryOf } from '../../generator/import/libraries.ts';
import { tr } from '../../generator/words/tr.ts';
import type { Diagnostic } from './build.ts';
import { decodeMarker } from './marker.ts';
import { insteadOfKernel, takenHeader, takenSymbol } from './taken.ts';

const located = /^(.+?):(\d+):(?:(\d+):)?\s*(fatal error|error|warning|note|Fatal error|Error|Warning):\s*(.+)$/;
const undefinedReference = /(?:^|[\s:])(?:.*?):?\s*undefined (?:reference to|symbol:) [`']?(.+?)'?$/;
const multipleDefinition = /multiple definition of [`'](.+?)'(?:;|$)/;
const outOfRam =
  /section [`']\.(?:bss|data|noinit)' (?:is not within region|will not fit in region) [`'](?:data|ram)'/i;
const outOfFlash = /section [`']\.(?:text|data|rodata|progmem\S*)' will not fit in region [`'](?:text|flash)'/i;
const overflowed = /region [`'](\w+)' overflowed by (\d+) bytes/;
const tooLargeForBoard = /The (program|data) size \((\d+) bytes\) is greater than maximum allowed \((\d+) bytes\)/;
const missingHeader = /^(.+?): No such file or directory$|^'(.+?)' file not found$/;

/** The message of GCC's attribute `error`, for a function that must not be called on a board. */
const declaredError = /declared with attribute error: (.+)$/;
const undeclared = /^'(\w+)' was not declared in this scope|^use of undeclared identifier '(\w+)'/;
const errorDirective = /^#(error|warning) "?(.*?)"?$/;

const nowhere = { element: null, member: null, line: null, column: null, file: null } as const;

const outOfRamAdvice = () =>
  tr`The program's variables do not fit into the board's RAM. Make arrays smaller, or keep constant tables in flash with PROGMEM.`;
const outOfFlashAdvice = () =>
  tr`The program does not fit into the board's flash. Use fewer libraries, or smaller tables.`;

/** A longer line quotes code. The expressions above take time in the square of the length of a line. */
const MOST_CHARACTERS = 4000;

/** @returns the message in one line of output, or null if the line has none */
export function parseLine(line: string): Diagnostic | null {
  const text = line.slice(0, MOST_CHARACTERS);
  return parseLocated(text) ?? parseLinker(text);
}

function parseLocated(line: string): Diagnostic | null {
  const match = located.exec(line);
  if (match === null) return null;
  const [, name = '', lineNumber, column, kind = '', text = ''] = match;
  const marker = decodeMarker(name);
  const assembler = /\.s$/.test(name);
  return {
    severity: severityOf(kind),
    message: assembler ? tr`In assembly code: ${text}` : explain(text),
    element: marker?.element ?? null,
    member: marker?.member ?? null,
    // A line of the assembler's temporary file does not help the user.
    line: assembler ? null : Number(lineNumber),
    column: column === undefined || assembler ? null : Number(column),
    file: marker !== null || assembler ? null : name,
  };
}

function severityOf(kind: string): Diagnostic['severity'] {
  const lower = kind.toLowerCase();
  return lower === 'warning' || lower === 'note' ? lower : 'error';
}

function explain(text: string): string {
  const directive = errorDirective.exec(text);
  if (directive !== null) return directive[2] ?? text;
  const declared = declaredError.exec(text);
  if (declared !== null) return declared[1] ?? text;
  const unknown = undeclared.exec(text);
  const instead = unknown && insteadOfKernel(unknown[1] ?? unknown[2] ?? '');
  if (unknown && instead) return tr`${unknown[1] ?? unknown[2] ?? ''} cannot be used here: ${instead}`;
  const header = missingHeader.exec(text);
  const name = header?.[1] ?? header?.[2];
  if (name === undefined) return text;
  const taken = takenHeader(name);
  if (taken !== null) return taken;
  const library = libraryOf({ header: name, isSystem: true }) ?? null;
  return library === null
    ? tr`The header ${name} was not found. Is its name right? A library's header also needs the library: add it to the sketch's libraries, which the full view (F8) shows.`
    : tr`The header ${name} was not found. It belongs to the library ${library}: add it to the sketch's libraries, which the full view (F8) shows.`;
}

function parseLinker(line: string): Diagnostic | null {
  const message = linkerMessage(line);
  return message === null ? null : { ...nowhere, severity: 'error', message };
}

function linkerMessage(line: string): string | null {
  if (outOfRam.test(line)) return outOfRamAdvice();
  if (outOfFlash.test(line)) return outOfFlashAdvice();
  const overflow = overflowed.exec(line);
  if (overflow) return overflowMessage(overflow[1] ?? '', Number(overflow[2]));
  const size = tooLargeForBoard.exec(line);
  if (size) return sizeMessage(size[1] === 'data', Number(size[2]), Number(size[3]));
  const twice = multipleDefinition.exec(line);
  if (twice) return takenSymbol(twice[1] ?? '') ?? tr`\`${twice[1] ?? ''}\` is defined more than once.`;
  const missing = undefinedReference.exec(line);
  if (missing) return undefinedMessage(missing[1] ?? '');
  return null;
}

function overflowMessage(region: string, bytes: number): string {
  const advice = /data|ram/i.test(region) ? outOfRamAdvice() : outOfFlashAdvice();
  return tr`${advice} It is ${bytes} bytes too large.`;
}

function sizeMessage(isData: boolean, used: number, available: number): string {
  const advice = isData ? outOfRamAdvice() : outOfFlashAdvice();
  return tr`${advice} It takes ${used} of ${available} bytes.`;
}

/** Stands for a symbol. A character for private use, which a text shows as it is. */
const PLACE = '\ue000';

/** The message about an undefined symbol, in which `undefinedName` finds the symbol again. */
const undefinedText = (symbol: string, why: string): string => tr`\`${symbol}\` is used but defined nowhere: ${why}`;

function undefinedMessage(symbol: string): string {
  const why = insteadOfKernel(symbol) ?? tr`its name is misspelt, or the library that has it is missing.`;
  return undefinedText(symbol, why);
}

/**
 * The plain name in a message about an undefined function, `missing` of `Motor::missing(int)`;
 * otherwise null.
 */
export function undefinedName(diagnostic: Diagnostic): string | null {
  const [before = '', after = ''] = undefinedText(PLACE, '').split(PLACE);
  const { message } = diagnostic;
  const end = message.indexOf(after, before.length);
  if (!message.startsWith(before) || end < 0) return null;
  return /^(?:.*::)?([\w$~]+)(?:\(.*\)(?: const)?)?$/.exec(message.slice(before.length, end))?.[1] ?? null;
}

/** A kernel's own sources. Their warnings do not concern the user. */
const KERNEL_FILE = /(?:^|[\\/])lib[\\/]freertos[\\/]/;

function isKernelWarning({ severity, file }: Diagnostic): boolean {
  return severity !== 'error' && file !== null && KERNEL_FILE.test(file);
}

/** GCC's note about the line that uses a macro. */
const EXPANDED = /^in expansion of macro /;

/**
 * Moves a message in a header to the line that uses the header's macro, which GCC names in its last
 * note. Returns null if the note names no line of an element: the message then keeps its place.
 */
function atItsUse(
  said: Diagnostic,
  { severity, message, element, member, line, column }: Diagnostic,
): Diagnostic | null {
  if (said.element !== null || said.file === null || element === null) return null;
  if (severity !== 'note' || !EXPANDED.test(message)) return null;
  return { ...said, element, member, line, column, file: null };
}

/** Collects messages during a build. If several files repeat a header's message, it is kept once. */
export class DiagnosticCollector {
  readonly #seen = new Set<string>();
  readonly #all: Diagnostic[] = [];
  /**
   * The last message that is not a note, followed by its notes so far. A note may move the message to
   * another line.
   */
  #said: Diagnostic[] = [];
  /** Whether the last message and its notes are suppressed. */
  #silent = false;
  readonly #revise: (diagnostic: Diagnostic) => Diagnostic | null;

  constructor(revise: (diagnostic: Diagnostic) => Diagnostic | null = (diagnostic) => diagnostic) {
    this.#revise = revise;
  }

  add(line: string): void {
    const diagnostic = parseLine(line);
    const revised = diagnostic && this.#revise(diagnostic);
    if (revised === null) return;
    const [said] = this.#said;
    const moved = said === undefined ? null : atItsUse(said, revised);
    if (moved !== null) {
      this.#said = [];
      if (!this.#silent) this.push(moved);
      return;
    }
    // Notes belong to the message before them.
    if (revised.severity !== 'note') {
      this.#settle();
      this.#silent = isKernelWarning(revised);
    }
    if (!this.#silent && !isKernelWarning(revised)) this.#said.push(revised);
  }

  #settle(): void {
    for (const diagnostic of this.#said) this.push(diagnostic);
    this.#said = [];
  }

  push(diagnostic: Diagnostic): void {
    const key = JSON.stringify(diagnostic);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#all.push(diagnostic);
  }

  get all(): readonly Diagnostic[] {
    this.#settle();
    return this.#all;
  }

  get hasError(): boolean {
    return this.all.some(({ severity }) => severity === 'error');
  }
}
