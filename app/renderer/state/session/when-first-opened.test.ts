/** The window is first drawn with its sketch, or without one if the host is slow. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newSketch } from '../../../../generator/sketch/create.ts';
import { testSession } from './test-session.ts';
import { LONGEST_WAIT_MS, whenFirstOpened } from './when-first-opened.ts';

describe('the first drawing of the window', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes once, when the first sketch is open', () => {
    const session = testSession();
    const draw = vi.fn();
    whenFirstOpened(session, draw);
    vi.advanceTimersByTime(LONGEST_WAIT_MS / 2);
    expect(draw).not.toHaveBeenCalled();
    session.document.showDocument(newSketch('a'));
    expect(draw).toHaveBeenCalledTimes(1);
    session.document.showDocument(newSketch('b'));
    vi.advanceTimersByTime(LONGEST_WAIT_MS * 2);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('does not wait long for a host', () => {
    const draw = vi.fn();
    whenFirstOpened(testSession(), draw);
    vi.advanceTimersByTime(LONGEST_WAIT_MS);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('does not come if the window ends before', () => {
    const session = testSession();
    const draw = vi.fn();
    const stop = whenFirstOpened(session, draw);
    stop();
    session.document.showDocument(newSketch('a'));
    vi.advanceTimersByTime(LONGEST_WAIT_MS);
    expect(draw).not.toHaveBeenCalled();
  });
});
