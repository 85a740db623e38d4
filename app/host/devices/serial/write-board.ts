/** Writes firmware into the board at a port, for runs and for `polyloop flash`. */
import type { Board } from '../../../../generator/platform/board.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { type UploadRequest, type UploadStep, upload } from '../../../../platformio/driver/upload/upload.ts';
import { findTools, type Tools } from '../../../../platformio/setup/tools.ts';
import { lostWords, watchPort } from './port-access.ts';
import { PortList } from './ports.ts';
import { boardAt, type FindBoard } from './returning-board.ts';

export interface WriteRequest extends Pick<UploadRequest, 'firmware' | 'tool' | 'port' | 'onLine' | 'onStart'> {
  readonly board: Board;
  readonly signal: AbortSignal;
  /** Finds the board while it is written. The default looks at the ports of the system. */
  readonly find?: FindBoard;
  readonly tools?: Tools;
  /** Called with the step that begins, in words for the user. */
  readonly onStep?: (words: string) => void;
}

/** Resolves to true when the board is written, and to false when the signal aborted it. Rejects with a message for the user. */
export async function writeBoard({ board, signal, onStep, tools, ...request }: WriteRequest): Promise<boolean> {
  const { label, mcu, platformio, fqbn } = board;
  if (platformio === null) throw new Error(tr`Programs for the ${label} cannot be uploaded.`);
  const abort = new AbortController();
  const cancel = () => abort.abort();
  signal.addEventListener('abort', cancel);
  let isGone = false;
  const find = request.find ?? (await boardAt(request.port, board, new PortList()));
  const gone = () => {
    isGone = true;
    abort.abort();
  };
  // avrdude can wait for minutes for a board that is gone.
  const watch = watchPort(request.port, gone, find);
  try {
    const result = await upload({
      ...request,
      ...{ board: { label, mcu, platformio, fqbn }, tools: tools ?? findTools(), signal: abort.signal },
      onStep: (step) => onStep?.(stepWords(step)),
    });
    if (isGone) throw new Error(lostWords(request.port));
    if (result.outcome === 'failed') throw new Error(result.message);
    return result.outcome === 'ok';
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', cancel);
  }
}

function stepWords(step: UploadStep): string {
  switch (step) {
    case 'connecting':
      return tr`Connecting to the board`;
    case 'writing':
      return tr`Writing the program`;
    case 'verifying':
      return tr`Comparing what was written`;
  }
}
