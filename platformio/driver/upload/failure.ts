/** Why an upload failed, from the lines of avrdude, in a sentence with the way out. */
import { tr } from '../../../generator/words/tr.ts';
import type { UploadBoard } from './upload.ts';

interface Place {
  readonly port: string;
  readonly board: Pick<UploadBoard, 'label' | 'mcu'>;
}

/** In the order of their importance: a later cause often follows from an earlier one. */
const CAUSES: readonly (readonly [RegExp, (match: RegExpExecArray, place: Place) => string])[] = [
  [
    /permission denied|access is denied/i,
    (_, { port }) =>
      tr`The port ${port} may not be used. On Linux, add yourself to the group that owns the port (often \`dialout\`) and log in again; on Windows, close other programs that use the port.`,
  ],
  [
    /resource busy|device or resource busy|resource temporarily unavailable/i,
    (_, { port }) => tr`Another program uses the port ${port}. Close its serial monitor or upload, then run again.`,
  ],
  [
    /(?:cannot|can't|unable to) open (?:port|device)[^:]*: .*(?:no such file|no such device|cannot find)/i,
    (_, { port }) => tr`There is no port ${port} any more. Plug the board in again, and choose its port.`,
  ],
  [
    /device signature = (\S+)(?: \((?:probably )?([^)]*)\))?[\s\S]*?expected signature/i,
    ([, signature, chip], { port, board }) =>
      tr`The board on ${port} has another chip (${chip ?? signature ?? ''}) than the ${board.label} (${board.mcu}). Nothing was written. Choose the sketch’s board, or another port.`,
  ],
  [
    /input\/output error|read error|write error|no such device or address|device not configured|programmer is gone/i,
    (_, { port }) =>
      tr`The connection to the board on ${port} was lost during the upload. Check the cable, plug the board in again, and run again.`,
  ],
  [
    // A Mega and a board with USB of its own time out, or have no port for their boot loader.
    /not in sync|not responding|unable to open programmer|attempt 10 of 10|timeout(?:\/error)? communicating|\): timeout|couldn't find a board/i,
    (_, { port, board }) =>
      tr`The boot loader of the board on ${port} does not answer. Is the board an ${board.label}? A Nano has one of two boot loaders: if this is one, choose the other Nano as the sketch’s board. Remove what is wired to pins 0 and 1. If that does not help, press the board’s reset button when the upload begins.`,
  ],
  [
    /protocol expects|protocol error|initialization failed/i,
    (_, { port }) =>
      tr`The boot loader of the board on ${port} gave other answers than expected, or gave them too late. Close programs that keep the computer busy or use the port, and run again. If this occurs again, try another cable, and remove what is wired to pins 0 and 1.`,
  ],
  [
    /verification (?:error|mismatch)|first mismatch/i,
    (_, { port }) =>
      tr`The program on the board at ${port} differs from the one that was written. Try another cable or USB port. If this occurs again, the chip’s flash may be worn out.`,
  ],
  [
    /please specify `?upload_port|avrdude is not installed/i,
    () => tr`avrdude is not installed. It writes programs into AVR boards. Run \`npm run setup\`.`,
  ],
];

/** Null when the lines name no known cause. */
export function uploadFailure(lines: readonly string[], place: Place): string | null {
  const text = lines.join('\n');
  for (const [pattern, say] of CAUSES) {
    const match = pattern.exec(text);
    if (match !== null) return say(match, place);
  }
  return null;
}
