/** A clangd for the source of one generated project, over its standard streams. */
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import type {
  CompletionItem,
  CompletionList,
  Hover,
  InitializeParams,
  Position,
  SignatureHelp,
} from 'vscode-languageserver-protocol';
import { tr } from '../../../generator/words/tr.ts';
import type { CompileCommand } from '../../../platformio/driver/check/command.ts';
import { spawnGuarded } from '../../../platformio/setup/guarded.mjs';
import { isWindows } from '../../../platformio/setup/paths.mjs';
import { temporaryEnvironment } from '../../../platformio/setup/temporary.mjs';
import type { Program } from '../../../platformio/setup/tools.ts';

/** The text is as untrusted as the text of a check. A server runs for longer than a check. */
const LIMITS = { cpuSeconds: 600, memoryMib: 4096, fileMib: 64, outputBytes: 0, wallMs: 0 } as const;
const OPTIONS = [
  '--background-index=false',
  // Without this option, the first completions are guesses from the words of the text.
  '--completion-parse=always',
  '--clang-tidy=false',
  '--enable-config=false',
  '--header-insertion=never',
  '--limit-results=100',
  '--log=error',
  '--pch-storage=memory',
  '-j=1',
];
const SOURCE = join('src', 'main.cpp');

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

export class Clangd {
  readonly #child: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #uri: string;
  /** Rejects when the process has ended, so that no request waits for ever. */
  readonly #end: Promise<never>;
  #version = 0;
  /** No process runs any more. */
  ended = false;

  private constructor(child: ChildProcess, connection: MessageConnection, uri: string) {
    this.#child = child;
    this.#connection = connection;
    this.#uri = uri;
    let fail = (_: Error): void => {};
    this.#end = new Promise((_, reject) => {
      fail = reject;
    });
    this.#end.catch(() => {});
    const end = () => {
      this.ended = true;
      fail(new Error(tr`clangd has ended.`));
    };
    child.once('exit', end);
    child.once('error', end);
    connection.onClose(end);
    connection.onError(end);
    connection.listen();
  }

  /**
   * @param dir the generated project
   * @param compiler clangd asks the compiler for the folders of its headers, in the same sandbox
   */
  static async start(program: Program, dir: string, compiler: CompileCommand): Promise<Clangd> {
    const entry = { directory: dir, file: SOURCE, arguments: [...compiler.command, '-c', SOURCE] };
    await writeFile(join(dir, 'compile_commands.json'), JSON.stringify([entry]));
    const options = [...OPTIONS, `--compile-commands-dir=${dir}`, `--query-driver=${compiler.command[0]}`];
    const command = await compiler.confine([...program.command, ...options], LIMITS);
    // Loaded only where there is a clangd.
    const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = await import('vscode-jsonrpc/node');
    const child = spawnGuarded<ChildProcessByStdio<Writable, Readable, null>>(command, {
      cwd: dir,
      env: { ...process.env, ...temporaryEnvironment(), ...program.env },
      stdio: ['pipe', 'pipe', 'ignore'],
      // Apart from the terminal of this process: a program of a library could type into it.
      detached: !isWindows,
    });
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const server = new Clangd(child, connection, pathToFileURL(join(dir, SOURCE)).href);
    await server.#initialize(dir).catch((error: unknown) => {
      server.end();
      throw error;
    });
    return server;
  }

  async #initialize(dir: string): Promise<void> {
    const params: InitializeParams = {
      processId: process.pid,
      rootUri: pathToFileURL(dir).href,
      capabilities: {
        textDocument: {
          completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
          hover: { contentFormat: ['markdown'] },
          signatureHelp: { signatureInformation: { documentationFormat: ['markdown'] } },
        },
      },
    };
    await this.#request('initialize', params);
    await this.#connection.sendNotification('initialized', {});
  }

  #request<Result>(method: string, params: object): Promise<Result> {
    return Promise.race([this.#connection.sendRequest<Result>(method, params), this.#end]);
  }

  /** Shows the server the present source. */
  async show(text: string): Promise<void> {
    this.#version += 1;
    const { uri, version } = { uri: this.#uri, version: this.#version };
    if (version === 1) {
      await this.#connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, version, languageId: 'cpp', text },
      });
    } else {
      await this.#connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    }
  }

  #at(position: Position) {
    return { textDocument: { uri: this.#uri }, position };
  }

  async complete(position: Position): Promise<readonly CompletionItem[]> {
    const found = await this.#request<CompletionItem[] | CompletionList | null>(
      'textDocument/completion',
      this.#at(position),
    );
    return Array.isArray(found) ? found : (found?.items ?? []);
  }

  hover(position: Position): Promise<Hover | null> {
    return this.#request('textDocument/hover', this.#at(position));
  }

  signatures(position: Position): Promise<SignatureHelp | null> {
    return this.#request('textDocument/signatureHelp', this.#at(position));
  }

  end(): void {
    this.#connection.dispose();
    const { pid } = this.#child;
    // A sandbox that is still starting ends only with its group.
    if (isWindows || pid === undefined || this.ended) this.#child.kill();
    else killGroup(pid);
  }
}
