import { describe, expect, it } from 'vitest';
import { systemError } from './system-errors.ts';

const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT' });

describe('what the system says', () => {
  it('is told of the file that is read, and of the folder of one that is written', () => {
    expect(systemError(missing, 'read', '/a/b')).toMatchObject({ message: 'Cannot read /a/b: it does not exist.' });
    for (const action of ['write', 'save']) {
      expect(systemError(missing, action, '/a/b')).toMatchObject({
        code: 'not-found',
        message: `Cannot ${action} /a/b: its folder does not exist; create it or choose another.`,
      });
    }
  });

  it('leaves other errors as they are', () => {
    const other = new RangeError('no');
    expect(systemError(other, 'read', '/a')).toBe(other);
  });
});
