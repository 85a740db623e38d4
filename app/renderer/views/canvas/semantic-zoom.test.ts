import { expect, it } from 'vitest';
import { PROJECTOR_ZOOM } from '../../base/zoom.ts';
import { FAR_BELOW, letterZoom, steppedZoom } from './semantic-zoom.tsx';

it('sizes letters for a zoom that is at most the present one, and at most an eighth smaller', () => {
  for (let zoom = 0.05; zoom < FAR_BELOW; zoom += 0.003) {
    expect(steppedZoom(zoom)).toBeLessThanOrEqual(zoom + 1e-9);
    expect(steppedZoom(zoom)).toBeGreaterThan(zoom * 0.875);
  }
});

it('has finer steps while cards have their details, so that words have the space they need', () => {
  expect(steppedZoom(FAR_BELOW)).toBeCloseTo(FAR_BELOW, 9);
  for (let zoom = FAR_BELOW; zoom < 1; zoom += 0.003) {
    expect(steppedZoom(zoom)).toBeLessThanOrEqual(zoom + 1e-9);
    expect(steppedZoom(zoom)).toBeGreaterThan(zoom * 0.97);
  }
});

it('has few steps', () => {
  const steps = new Set(Array.from({ length: 1000 }, (_, index) => steppedZoom(0.1 + index * 0.0005)));
  expect(steps.size).toBeLessThan(20);
});

it('makes letters at least 1.5 times larger in projector view, as far as a card has space', () => {
  const sizeOf = (zoom: number, projector: boolean) => zoom / (letterZoom(zoom, projector) ?? 1);
  const largest = 2 ** (1 / 24);
  for (let zoom = FAR_BELOW; zoom < 1; zoom += 0.01) expect(sizeOf(zoom, false)).toBeLessThanOrEqual(largest);
  for (let zoom = 1.18; zoom < PROJECTOR_ZOOM; zoom += 0.01)
    expect(sizeOf(zoom, true)).toBeGreaterThanOrEqual(PROJECTOR_ZOOM * largest * 0.9999);
  expect(letterZoom(FAR_BELOW, true)).toBeCloseTo(FAR_BELOW, 9);
  expect(letterZoom(PROJECTOR_ZOOM, true)).toBeNull();
});
