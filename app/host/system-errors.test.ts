import { describe, expect, it } from 'vitest';
import { systemError } from './system-errors.ts';

const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT' });

describe('errors of the operating system', () => {
  it('name the missing file on reading, and the missing folder on writing', () => {
    expect(systemError(missing, 'read', '/a/b')).toMatchObject({ message: 'Cannot read /a/b: it does not exist.' });
    for (const action of ['write', 'save'] as const) {
      expect(systemError(missing, action, '/a/b')).toMatchObject({
        code: 'not-found',
        message: `Cannot ${action} /a/b: its folder does not exist; create it or choose another.`,
      });
    }
  });

  it('leave other errors unchanged', () => {
    const other = new RangeError('no');
    expect(systemError(other, 'read', '/a')).toBe(other);
  });
});
