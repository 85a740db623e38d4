// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { RangeSlider } from './range-slider.tsx';

async function slider() {
  const onSlide = vi.fn();
  const onSettle = vi.fn();
  await show(
    testSession(),
    <RangeSlider
      {...{
        label: 'Budget',
        valueText: '100 ms',
        value: 100_000,
        min: 0,
        max: 250_000,
        scale: 'linear',
        onSlide,
        onSettle,
      }}
    />,
  );
  const press = (key: string, shiftKey: boolean) => {
    const thumb = document.querySelector('[role="slider"]');
    thumb?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
  };
  return { onSlide, onSettle, press };
}

describe('the arrow keys of a slider', () => {
  it('move to the next rounded value', async () => {
    const { onSlide, press } = await slider();
    press('ArrowRight', false);
    expect(onSlide).toHaveBeenLastCalledWith(101_000);
  });

  it('move ten times as finely with Shift, and each press is complete', async () => {
    const { onSlide, onSettle, press } = await slider();
    press('ArrowLeft', true);
    expect(onSlide).toHaveBeenLastCalledWith(99_980);
    expect(onSettle).toHaveBeenCalledOnce();
  });
});
