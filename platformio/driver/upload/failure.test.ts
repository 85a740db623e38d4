import { describe, expect, it } from 'vitest';
import { uploadFailure } from './failure.ts';

const place = { port: '/dev/ttyACM0', board: { label: 'Arduino Uno', mcu: 'ATmega328P' } };
const failureOf = (text: string) => uploadFailure(text.trim().split('\n'), place) ?? '';

// The texts are those of avrdude 7.1, except where a comment names another source.
describe('the cause of a failed upload', () => {
  it('is another chip: nothing was written', () => {
    const words = failureOf(`
avrdude: AVR device initialized and ready to accept instructions
avrdude: device signature = 0x1e9406 (probably m168)
avrdude error: expected signature for ATmega328P is 1E 95 0F
        double check chip or use -F to override this check`);
    expect(words).toContain('another chip (m168) than the Arduino Uno (ATmega328P)');
    expect(words).toContain('Nothing was written');
  });

  it('is a boot loader that does not answer', () => {
    const words = failureOf(`
avrdude stk500_recv() warning: programmer is not responding
avrdude stk500_getsync() warning: attempt 10 of 10: not in sync: resp=0x00
avrdude error: unable to open programmer arduino on port /dev/ttyACM0`);
    expect(words).toContain('does not answer');
    expect(words).toContain('reset button');
  });

  it('is a boot loader of a Nano that listens at another speed, maybe', () => {
    const words = failureOf('avrdude: stk500_getsync() attempt 10 of 10: not in sync: resp=0xe0');
    expect(words).toContain('choose the other Nano as the sketch’s board');
  });

  // avrdude 6.3 of Arduino, which the set-up brings where the system has none.
  it.each([
    [
      'avrdude: Device signature = 0x1e9406 (probably m168)\navrdude: Expected signature for ATmega328P is 1E 95 0F',
      /another chip \(m168\)/,
    ],
    ['avrdude: stk500_recv(): programmer is not responding', /does not answer/],
    ['avrdude: stk500v2_ReceiveMessage(): timeout', /does not answer/],
    ['avrdude: stk500v2_getsync(): timeout communicating with programmer', /does not answer/],
    ['avrdude: butterfly_recv(): programmer is not responding', /does not answer/],
    ['avrdude: stk500_initialize(): (a) protocol error, expect=0x14, resp=0x10', /gave other answers/],
    [
      'avrdude: ser_open(): can\'t open device "/dev/ttyACM0": No such file or directory',
      /There is no port .* any more/,
    ],
    [
      'avrdude: ser_open(): can\'t open device "\\\\.\\COM3": The system cannot find the file specified.',
      /There is no port/,
    ],
    ['avrdude: ser_open(): can\'t open device "/dev/ttyACM0": Permission denied', /dialout/],
    ['avrdude: ser_open(): can\'t open device "\\\\.\\COM3": Access is denied.', /close other programs/],
    ['avrdude: ser_open(): can\'t open device "/dev/ttyACM0": Device or resource busy', /Another program uses/],
    ['avrdude: ser_recv(): read error: Input/output error', /was lost during the upload/],
    ['avrdude: verification error, first mismatch at byte 0x0000\n         0xff != 0x0c', /differs from the one/],
  ])('is found in the words of avrdude 6.3: %s', (text, words) => expect(failureOf(text)).toMatch(words));

  it('is a board with USB of its own whose boot loader has no port', () => {
    const text = "Error: Couldn't find a board on the selected port. Check that you have the correct port selected.";
    expect(failureOf(text)).toContain('press the board’s reset button');
  });

  it('is a boot loader whose answers are disturbed', () => {
    const words = failureOf(`
avrdude error: protocol expects OK byte 0x10 but got 0x14
avrdude error: protocol expects sync byte 0x14 but got 0x10
avrdude error: initialization failed, rc=-1
        - double check the connections and try again
*** [upload] Error 1`);
    expect(words).toContain('/dev/ttyACM0 gave other answers than expected');
    expect(words).toContain('run again');
  });

  it('is a port that is gone, or not allowed, or busy', () => {
    const open = (reason: string) =>
      failureOf(
        `avrdude OS error: cannot open port /dev/ttyACM0: ${reason}\navrdude error: unable to open programmer arduino`,
      );
    expect(open('No such file or directory')).toContain('There is no port /dev/ttyACM0 any more');
    expect(open('Permission denied')).toContain('dialout');
    expect(open('Device or resource busy')).toContain('Another program uses the port');
    // Windows.
    expect(failureOf('avrdude ser_open() error: cannot open port COM3: Access is denied.')).toContain(
      'close other programs',
    );
  });

  it('is a cable that was pulled', () => {
    expect(failureOf('avrdude ser_recv() error: unable to read: Input/output error')).toContain(
      'was lost during the upload',
    );
  });

  it('is flash that does not keep what was written', () => {
    const text = 'avrdude error: verification mismatch\n        device 0xff != input 0x0c at addr 0x0000';
    expect(failureOf(text)).toContain('differs from the one that was written');
  });

  it('is unknown where the lines name none of them', () => {
    expect(uploadFailure(['Processing upload'], place)).toBeNull();
  });
});
